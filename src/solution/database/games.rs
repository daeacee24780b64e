//! Games that are under way: what lies on the board, until it is solved.

use std::time::Duration;

use rusqlite::params;

use super::{Database, DatabaseError, ProblemDigest};
use crate::lattice::Point;

/// A puzzle, or a variant of one, that was begun by hand and is not solved yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// All pieces on the board, by their names, with the sites that they cover.
    pub pieces: Vec<(String, Vec<Point>)>,
    /// The time spent on it.
    pub time: Duration,
    /// The number of hints that were shown.
    pub hints: u32,
}

impl Database {
    /// Keeps the game of a puzzle, which is given by its problem, or of a variant of it, by its name;
    /// without one there is none any more.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep_game(
        &mut self,
        digest: &ProblemDigest,
        variant: &str,
        game: Option<&Game>,
    ) -> Result<(), DatabaseError> {
        let written = match game {
            None => {
                let delete = "DELETE FROM games WHERE digest = ?1 AND variant = ?2";
                self.connection.execute(delete, params![digest.as_bytes(), variant])
            }
            Some(Game { pieces, time, hints }) => {
                let insert = "INSERT OR REPLACE INTO games VALUES (?1, ?2, ?3, ?4, ?5)";
                let text = text(pieces);
                let values = params![digest.as_bytes(), variant, text, time.as_secs_f64(), hints];
                self.connection.execute(insert, values)
            }
        };
        written.map(|_| ()).map_err(|error| self.error(error))
    }

    /// The games of a puzzle, with the names of the variants. One that cannot be read is left out.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn games(&self, digest: &ProblemDigest) -> Result<Vec<(String, Game)>, DatabaseError> {
        let select = "SELECT variant, pieces, seconds, hints FROM games WHERE digest = ?1";
        let read = || {
            let mut statement = self.connection.prepare(select)?;
            let rows = statement.query_map([digest.as_bytes()], |row| {
                let game = pieces(&row.get::<_, String>(1)?).map(|pieces| {
                    let time = Duration::try_from_secs_f64(row.get(2)?).unwrap_or_default();
                    Ok::<_, rusqlite::Error>(Game { pieces, time, hints: row.get(3)? })
                });
                Ok((row.get(0)?, game.transpose()?))
            })?;
            let rows = rows.collect::<Result<Vec<(String, Option<Game>)>, rusqlite::Error>>()?;
            Ok(rows.into_iter().filter_map(|(name, game)| Some((name, game?))).collect())
        };
        read().map_err(|error| self.error(error))
    }
}

/// Writes pieces as JSON.
fn text(pieces: &[(String, Vec<Point>)]) -> String {
    let form: Vec<(&str, Vec<[i32; 3]>)> = pieces
        .iter()
        .map(|(name, sites)| (&**name, sites.iter().map(|site| site.coordinates()).collect()))
        .collect();
    serde_json::to_string(&form).expect("numbers and texts make JSON")
}

/// Reads what [`text`] writes.
fn pieces(text: &str) -> Option<Vec<(String, Vec<Point>)>> {
    let form: Vec<(String, Vec<[i32; 3]>)> = serde_json::from_str(text).ok()?;
    let piece = |(name, sites): (String, Vec<[i32; 3]>)| {
        (name, sites.into_iter().map(Point::from).collect())
    };
    Some(form.into_iter().map(piece).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_kept_replaced_and_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.sqlite");
        let mut database = Database::open(&path).expect("a new one");
        let digest = ProblemDigest::from_bytes([7; 32]);
        let sites = vec![Point { x: 1, y: 3, z: 0 }, Point { x: -1, y: 3, z: 5 }];
        let game = |hints| Game {
            pieces: vec![("a \"b\"".to_owned(), sites.clone())],
            time: Duration::from_millis(61_500),
            hints,
        };
        database.keep_game(&digest, "", Some(&game(0))).expect("written");
        database.keep_game(&digest, "5 Oct", Some(&game(1))).expect("written");
        database.keep_game(&digest, "", Some(&game(2))).expect("written");
        drop(database);
        let mut database = Database::open(&path).expect("it is there");
        let all = database.games(&digest).expect("read");
        assert_eq!(all, [(String::new(), game(2)), ("5 Oct".to_owned(), game(1))]);
        assert!(database.games(&ProblemDigest::from_bytes([8; 32])).expect("read").is_empty());
        database.keep_game(&digest, "5 Oct", None).expect("written");
        assert_eq!(database.games(&digest).expect("read").len(), 1);
        // It stays when results are deleted.
        database.clear().expect("deleted");
        assert_eq!(database.games(&digest).expect("read").len(), 1);
    }
}
