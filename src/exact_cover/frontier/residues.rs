//! Numbers of ways beyond 128 bits: by their residues modulo primes, and a bound.
//!
//! One sweep takes the residues modulo three primes, and a bound on the number that is never too
//! small. Sweeps are repeated with further primes until their product exceeds the bound; the number
//! then follows by the Chinese remainder theorem (Knuth, TAOCP 4.3.2, after Garner).

use num_bigint::BigUint;

use super::table::Value;

/// The primes lie just below this.
const TOP: u64 = 1 << 63;
/// The number of primes in one sweep.
const LANES: usize = 3;

/// A number of ways: its residues, and a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Residues {
    residues: [u64; LANES],
    /// The difference between [`TOP`] and each prime.
    primes: [u32; LANES],
    bound: Bound,
}

/// Not less than some number: `mantissa` times 2 to the power of `exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bound {
    mantissa: u32,
    exponent: u32,
}

impl Bound {
    const ONE: Bound = Bound { mantissa: 1, exponent: 0 };

    /// Rounds up.
    #[inline(always)]
    fn new(mantissa: u64, exponent: u32) -> Bound {
        let excess = (u64::BITS - mantissa.leading_zeros()).saturating_sub(u32::BITS);
        match u32::try_from(shifted_up(mantissa, excess)) {
            Ok(mantissa) => Bound { mantissa, exponent: exponent + excess },
            // All its bits were set.
            Err(_) => Bound { mantissa: 1 << 31, exponent: exponent + excess + 1 },
        }
    }

    #[inline(always)]
    fn plus(self, other: Bound) -> Bound {
        let (high, low) =
            if self.exponent < other.exponent { (other, self) } else { (self, other) };
        let low = shifted_up(low.mantissa.into(), high.exponent - low.exponent);
        Bound::new(u64::from(high.mantissa) + low, high.exponent)
    }

    fn times(self, weight: u32) -> Bound {
        Bound::new(u64::from(self.mantissa) * u64::from(weight), self.exponent)
    }
}

/// A number without its lowest bits, rounded up.
#[inline(always)]
fn shifted_up(number: u64, bits: u32) -> u64 {
    if bits >= u64::BITS {
        return u64::from(number > 0);
    }
    let down = number >> bits;
    down + u64::from(down << bits != number)
}

impl Residues {
    /// One way, modulo the next primes.
    fn one(primes: &mut impl Iterator<Item = u64>) -> Option<Residues> {
        let mut own = [0; LANES];
        for prime in &mut own {
            *prime = u32::try_from(TOP - primes.next()?).ok()?;
        }
        Some(Residues { residues: [1; LANES], primes: own, bound: Bound::ONE })
    }
}

impl Value for Residues {
    const EMPTY: Residues = Residues {
        residues: [0; LANES],
        primes: [0; LANES],
        bound: Bound { mantissa: 0, exponent: 0 },
    };

    #[inline(always)]
    fn add(&mut self, other: Residues) -> bool {
        for lane in 0..LANES {
            let prime = TOP - u64::from(self.primes[lane]);
            let sum = self.residues[lane] + other.residues[lane];
            self.residues[lane] = if sum < prime { sum } else { sum - prime };
        }
        self.bound = self.bound.plus(other.bound);
        true
    }

    #[inline(always)]
    fn times(mut self, weight: u32) -> Option<Residues> {
        if weight != 1 {
            for (residue, below) in self.residues.iter_mut().zip(self.primes) {
                *residue = product(*residue, weight.into(), TOP - u64::from(below));
            }
            self.bound = self.bound.times(weight);
        }
        Some(self)
    }
}

/// Finds a number. `sweep` is given one way in residues modulo further primes, and returns all ways
/// in them; `None` where there are none.
///
/// # Errors
/// Those of the sweep.
pub(super) fn number<E>(
    mut sweep: impl FnMut(Residues) -> Result<Option<Residues>, E>,
) -> Result<BigUint, E> {
    let mut primes = (1..TOP).rev().step_by(2).filter(|&n| is_prime(n));
    let (mut number, mut modulus) = (BigUint::ZERO, BigUint::from(1u32));
    while let Some(one) = Residues::one(&mut primes) {
        let Some(found) = sweep(one)? else { return Ok(BigUint::ZERO) };
        for (residue, below) in found.residues.into_iter().zip(found.primes) {
            let prime = TOP - u64::from(below);
            let residue_of = |n: &BigUint| u64::try_from(n % prime).unwrap_or_default();
            // By Fermat's theorem this power is the inverse.
            let inverse = power(residue_of(&modulus), prime - 2, prime);
            let missing = (residue + prime - residue_of(&number)) % prime;
            number += &modulus * product(missing, inverse, prime);
            modulus *= prime;
        }
        let Bound { mantissa, exponent } = found.bound;
        if modulus > BigUint::from(mantissa) << exponent {
            break;
        }
    }
    Ok(number)
}

/// The product of two numbers modulo a third.
fn product(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

/// A power of a number modulo another.
fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = product(power, base, modulus);
        }
        base = product(base, base, modulus);
        exponent >>= 1;
    }
    power
}

/// Tests whether an odd number of 63 bits is prime: by Miller and Rabin, with bases that suffice for
/// 64 bits (Sorenson and Webster, *Strong pseudoprimes to twelve prime bases*, 2017).
fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let mut power = power(base, (n - 1) >> twos, n);
        let mut passes = power == 1 || power == n - 1;
        for _ in 1..twos {
            power = product(power, power, n);
            passes |= power == n - 1;
        }
        passes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_primes_below_the_top_are_known() {
        // The first of them is in OEIS A013603.
        let primes: Vec<u64> = (1..TOP).rev().step_by(2).filter(|&n| is_prime(n)).take(3).collect();
        assert_eq!(primes, [25, 165, 259].map(|below| TOP - below));
    }

    #[test]
    fn a_number_of_any_size_is_found_from_its_residues() {
        for steps in [0u32, 1, 100, 200, 1000] {
            let mut sweeps = 0;
            let found = number(|one| {
                sweeps += 1;
                let mut ways = one;
                for _ in 0..steps {
                    ways = ways.times(3).ok_or(())?;
                    ways.add(one);
                }
                Ok(Some(ways))
            });
            // 1 + 3 + 9 + …
            let sum = (BigUint::from(3u32).pow(steps + 1) - 1u32) / 2u32;
            assert_eq!(found, Ok::<_, ()>(sum));
            let bits = f64::from(steps + 1) * 3f64.log2() - 1.0;
            assert_eq!(f64::from(sweeps), (bits / 189.0).ceil().max(1.0));
        }
        assert_eq!(number(|_| Ok::<_, ()>(None)), Ok(BigUint::ZERO));
    }

    #[test]
    fn a_bound_is_never_too_small_and_hardly_too_large() {
        let mut exact = BigUint::from(1u32);
        let mut bound = Bound::ONE;
        for step in 0..2000u32 {
            let weight = 1 + step % 7;
            let other = Bound::new(0x1_2345_6789 + u64::from(step), step / 3);
            exact = exact * weight + (BigUint::from(0x1_2345_6789 + u64::from(step)) << (step / 3));
            bound = bound.times(weight).plus(other);
            let reached = BigUint::from(bound.mantissa) << bound.exponent;
            assert!(reached >= exact && reached < &exact * 1001u32 / 1000u32, "{step}");
        }
    }
}
