// Example matrices.

const names = (rows, columns = rows) => ({ rows: rows.split(","), columns: columns.split(",") });

export const EXAMPLES = [
  { name: "lecture", title: "The lecture's matrix", text: "3,4 1,2; 4,1 2,3", ...names("a,b", "c,d") },
  { name: "prisoners", title: "Prisoner's dilemma", text: "-1,-1 -3,0; 0,-3 -2,-2", ...names("silent,talk") },
  { name: "pennies", title: "Matching pennies", text: "1 -1; -1 1", ...names("heads,tails") },
  { name: "rock", title: "Rock, paper, scissors", text: "0 -1 1; 1 0 -1; -1 1 0", ...names("rock,paper,scissors") },
  { name: "sexes", title: "Battle of the sexes", text: "3,2 0,0; 0,0 2,3", ...names("opera,football") },
  { name: "saddle", title: "A saddle point", text: "3 1 4; 2 0 1; 0 -1 6", ...names("r1,r2,r3", "c1,c2,c3") },
  { name: "mixture", title: "Dominated by a mixture", text: "3,0 0,1; 0,1 3,0; 1,1 1,0", ...names("top,bottom,middle", "left,right") },
  { name: "weak", title: "Weak dominance", text: "1,1 0,0; 1,1 2,1; 0,0 2,1", ...names("r1,r2,r3", "c1,c2") },
  { name: "nature", title: "Against nature", kind: "nature", text: "2 4 3; 9 0 0; 6 1 3", ...names("bonds,shares,fund", "bust,flat,boom"), players: ["investor", "nature"] },
];
