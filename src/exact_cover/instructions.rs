//! The instruction sets that the hot loops of engines are compiled for, and which of them the
//! processor has.

/// An instruction set, the better ones later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
// Other processors have none of the better ones.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "looked for on x86-64 alone"))]
pub(super) enum Instructions {
    /// That of any processor.
    Plain,
    /// AVX2, BMI and POPCNT.
    Fast,
    /// AVX-512 with VPOPCNTDQ.
    Wide,
}

impl Instructions {
    /// The best instruction set of this processor.
    pub(super) fn found() -> Instructions {
        #[cfg(target_arch = "x86_64")]
        {
            let fast = std::arch::is_x86_feature_detected!("avx2")
                && std::arch::is_x86_feature_detected!("bmi1")
                && std::arch::is_x86_feature_detected!("bmi2")
                && std::arch::is_x86_feature_detected!("popcnt")
                && std::arch::is_x86_feature_detected!("lzcnt");
            let wide = fast
                && std::arch::is_x86_feature_detected!("avx512f")
                && std::arch::is_x86_feature_detected!("avx512bw")
                && std::arch::is_x86_feature_detected!("avx512dq")
                && std::arch::is_x86_feature_detected!("avx512vl")
                && std::arch::is_x86_feature_detected!("avx512vpopcntdq");
            if wide {
                return Instructions::Wide;
            }
            if fast {
                return Instructions::Fast;
            }
        }
        Instructions::Plain
    }
}
