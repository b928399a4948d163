// Example matrices.

import { t } from "./text.js";

const names = (rows, columns = rows) => ({ rows: rows.split(","), columns: columns.split(",") });

export const EXAMPLES = [
  { name: "lecture", title: t("matrix.lecture"), text: "3,4 1,2; 4,1 2,3", ...names("a,b", "c,d") },
  { name: "prisoners", title: t("matrix.prisoners"), text: "-1,-1 -3,0; 0,-3 -2,-2", ...names(t("matrix.prisoners.names")) },
  { name: "pennies", title: t("matrix.pennies"), text: "1 -1; -1 1", ...names(t("matrix.pennies.names")) },
  { name: "rock", title: t("matrix.rock"), text: "0 -1 1; 1 0 -1; -1 1 0", ...names(t("matrix.rock.names")) },
  { name: "sexes", title: t("matrix.sexes"), text: "3,2 0,0; 0,0 2,3", ...names(t("matrix.sexes.names")) },
  { name: "saddle", title: t("matrix.saddle"), text: "3 1 4; 2 0 1; 0 -1 6", ...names("r1,r2,r3", "c1,c2,c3") },
  { name: "mixture", title: t("matrix.mixture"), text: "3,0 0,1; 0,1 3,0; 1,1 1,0", ...names(t("matrix.mixture.rows"), t("matrix.mixture.columns")) },
  { name: "weak", title: t("matrix.weakly.example"), text: "1,1 0,0; 1,1 2,1; 0,0 2,1", ...names("r1,r2,r3", "c1,c2") },
  { name: "nature", title: t("matrix.nature"), kind: "nature", text: "2 4 3; 9 0 0; 6 1 3", ...names(t("matrix.nature.rows"), t("matrix.nature.columns")), players: t("matrix.nature.players").split(",") },
];
