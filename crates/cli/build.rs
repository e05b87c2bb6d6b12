//! Packs the relative relocations of the binary (`DT_RELR`), if the C library supports it.
//!
//! The binary has about thirty thousand relocations, in its tables of names, rules and characters. Unpacked, each
//! relocation takes 24 bytes, and the loader reads all of them at every start. That costs 700 KB of memory and a
//! noticeable part of the time of a short run. glibc has supported the packed form since version 2.36, and older
//! versions refuse to start a binary that uses it. The packed form is therefore used only in a build for the host
//! system itself. A position-dependent executable would need no relocations, but the command reads untrusted text, and
//! address space layout randomization makes attacks harder.

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

/// The version of glibc on this system. `getconf` prints it in the form `glibc 2.36`. `None` if it prints
/// anything else.
fn glibc() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
