//! The day and the machine of a measurement. A report states them, so that readers can judge which reports are
//! comparable.

use std::fs;
use std::thread;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The day and the machine of a measurement.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Setting {
    /// The day, such as "20 November 2026".
    pub(crate) day: String,
    /// The name of the processor, and the number of processors.
    pub(crate) machine: String,
}

impl Setting {
    pub(crate) fn now() -> Setting {
        let day = Timestamp::now().strftime("%-d %B %Y").to_string();
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let cpu = processor().unwrap_or_else(|| std::env::consts::ARCH.to_owned());
        Setting { day, machine: format!("one core of {cores}, {cpu}") }
    }
}

/// The name of the processor; `None` on systems other than Linux, where reading the name would require a crate.
fn processor() -> Option<String> {
    let cpus = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = cpus.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
