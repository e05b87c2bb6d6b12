//! Packs the relative relocations of the command (`DT_RELR`), where the C library unpacks them.
//!
//! The command has thirty thousand of them, in its tables of names, rules and characters. Each takes
//! 24 bytes of the file, all of which the loader reads at every start: 700 KB of memory, and a part of
//! the time that a short run takes. glibc knows the packed form since 2.36 and refuses to start what
//! has it before that, so it is asked for where the command is built for the system it is built on.
//! Without them, at fixed addresses, it would be smaller still; but it reads what strangers wrote,
//! and is not to lie where they can know.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if is_for_this_system() && glibc().is_some_and(|version| version >= (2, 36)) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

fn is_for_this_system() -> bool {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|given| given == value);
    is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && env::var("HOST").is_ok_and(|host| is("TARGET", &host))
}

/// The version of the C library that runs here: `glibc 2.36`.
fn glibc() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
