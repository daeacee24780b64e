//! Lets the program start sooner on Linux: at a fixed address it has no pointers of its own to adjust, of
//! which there are tens of thousands, on pages that would all be copied for it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = |part: &str| std::env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
