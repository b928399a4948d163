// Names of chess openings by their first moves: common knowledge, a small table.

const NAMES = {
  "e4": "King's Pawn Game", "e4 e5": "Open Game", "e4 e5 Nf3": "King's Knight Opening", "e4 e5 Nf3 Nc6 Bb5": "Ruy Lopez", "e4 e5 Nf3 Nc6 Bb5 a6": "Ruy Lopez, Morphy Defence",
  "e4 e5 Nf3 Nc6 Bb5 Nf6": "Ruy Lopez, Berlin Defence", "e4 e5 Nf3 Nc6 Bc4": "Italian Game", "e4 e5 Nf3 Nc6 Bc4 Bc5": "Italian Game, Giuoco Piano", "e4 e5 Nf3 Nc6 Bc4 Nf6": "Two Knights Defence",
  "e4 e5 Nf3 Nc6 Bc4 Bc5 b4": "Evans Gambit", "e4 e5 Nf3 Nc6 d4": "Scotch Game", "e4 e5 Nf3 Nc6 Nc3": "Three Knights Game", "e4 e5 Nf3 Nc6 Nc3 Nf6": "Four Knights Game",
  "e4 e5 Nf3 Nf6": "Petrov's Defence", "e4 e5 Nf3 d6": "Philidor Defence", "e4 e5 f4": "King's Gambit", "e4 e5 Nc3": "Vienna Game", "e4 e5 Bc4": "Bishop's Opening", "e4 e5 d4": "Centre Game",
  "e4 c5": "Sicilian Defence", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6": "Sicilian Defence, Najdorf", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6": "Sicilian Defence, Dragon", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5": "Sicilian Defence, Sveshnikov", "e4 c5 c3": "Sicilian Defence, Alapin", "e4 c5 Nc3": "Sicilian Defence, Closed", "e4 c5 d4": "Smith–Morra Gambit",
  "e4 e6": "French Defence", "e4 e6 d4 d5 e5": "French Defence, Advance", "e4 e6 d4 d5 Nc3 Bb4": "French Defence, Winawer", "e4 c6": "Caro–Kann Defence", "e4 c6 d4 d5 e5": "Caro–Kann Defence, Advance",
  "e4 d5": "Scandinavian Defence", "e4 d6": "Pirc Defence", "e4 g6": "Modern Defence", "e4 Nf6": "Alekhine's Defence", "e4 Nc6": "Nimzowitsch Defence", "e4 b6": "Owen's Defence",
  "d4": "Queen's Pawn Game", "d4 d5": "Closed Game", "d4 d5 c4": "Queen's Gambit", "d4 d5 c4 e6": "Queen's Gambit Declined", "d4 d5 c4 dxc4": "Queen's Gambit Accepted", "d4 d5 c4 c6": "Slav Defence", "d4 d5 c4 e5": "Albin Countergambit", "d4 d5 Bf4": "London System", "d4 d5 Nf3 Nf6 Bf4": "London System",
  "d4 Nf6": "Indian Game", "d4 Nf6 c4 g6": "King's Indian Defence", "d4 Nf6 c4 g6 Nc3 d5": "Grünfeld Defence", "d4 Nf6 c4 e6 Nc3 Bb4": "Nimzo-Indian Defence", "d4 Nf6 c4 e6 Nf3 b6": "Queen's Indian Defence", "d4 Nf6 c4 e6 g3": "Catalan Opening", "d4 Nf6 c4 c5": "Benoni Defence", "d4 Nf6 c4 e5": "Budapest Gambit", "d4 Nf6 Bg5": "Trompowsky Attack", "d4 f5": "Dutch Defence",
  "c4": "English Opening", "c4 e5": "English Opening, Reversed Sicilian", "c4 c5": "English Opening, Symmetrical", "Nf3": "Réti Opening", "Nf3 d5 c4": "Réti Gambit", "f4": "Bird's Opening", "b3": "Larsen's Opening", "g3": "Hungarian Opening", "b4": "Polish Opening", "Nc3": "Dunst Opening", "g4": "Grob's Attack",
};

/** The name of the longest beginning that has one; none for other games and starts. */
export function openingOf({ game, start, played }) {
  if (game !== "chess" || start) return null;
  const moves = played.map((move) => move.replace(/[+#]/g, ""));
  for (let length = Math.min(moves.length, 12); length > 0; length -= 1) {
    const name = NAMES[moves.slice(0, length).join(" ")];
    if (name) return name;
  }
  return null;
}
