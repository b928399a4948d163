// Two languages: every text is there in both, and the German page has no English sentence on its main views.

import { readFileSync, readdirSync } from "node:fs";
import { COURSE_ENGLISH } from "../../page/course_en.js";
import { COURSE_GERMAN } from "../../page/course_de.js";
import { ENGLISH } from "../../page/text_en.js";
import { GERMAN } from "../../page/text_de.js";
import { GERMAN_PHRASES } from "../../page/phrases_de.js";
import { VIEWS_GERMAN } from "../../page/views_de.js";
import { VIEWS_ENGLISH } from "../../page/views_en.js";
import { holds, rootward, same } from "../harness.js";

const PAGE = new URL("../../page/", import.meta.url);
/** Words that are in nearly every English sentence and in no German one. */
const ENGLISH_WORDS = /\b(the|is|are|of|and|to|with|for|not|this|that|only|from|by|it|its|which|you|your|be|has|have|value|move|moves|values|step|so far|node|leaf|leaves|everything|boards|best|search|row|column|turn|empty|there|than|most|expected|won|lost|piece|pieces|left|right|each|every|all|here|point|thrown|opening|defence|end|over|first|second|both)\b/i;

/** Opens a view in German, with everything unfolded. */
async function german(page, address, hash, ready) {
  await page.goto("about:blank");
  await page.goto(`${address}/?lang=de${hash}`);
  await page.waitForSelector(ready);
  await page.evaluate(() => document.querySelectorAll("details").forEach((fold) => (fold.open = true)));
  await page.waitForTimeout(200);
}

/** Texts and labels that can be perceived and look English. The names and variants of games and what is written in notations stay as they are. */
const english = (page) => page.evaluate((words) => {
  const isEnglish = new RegExp(words.source, words.flags);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!parentElement.checkVisibility() || parentElement.closest("textarea, script, noscript, option[lang], pre, .opening")) continue;
    if (isEnglish.test(textContent)) found.add(textContent.trim());
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    if (!element.checkVisibility() || element.closest("[hidden], select, input[lang=en]")) continue;
    for (const name of ["aria-label", "title", "placeholder"]) if (isEnglish.test(element.getAttribute(name) ?? "")) found.add(`${name}: ${element.getAttribute(name)}`);
  }
  return [...found];
}, { source: ENGLISH_WORDS.source, flags: ENGLISH_WORDS.flags });

export const tests = {
  "every text exists in both languages, with the same values to fill in": async () => {
    for (const [one, other] of [[ENGLISH, GERMAN], [VIEWS_ENGLISH, VIEWS_GERMAN], [COURSE_ENGLISH, COURSE_GERMAN]]) {
      same(Object.keys(one).sort(), Object.keys(other).sort(), "keys");
      const blanks = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
      for (const key of Object.keys(one)) {
        holds(one[key].trim() && other[key].trim(), `${key} is empty`);
        same(blanks(other[key]), blanks(one[key]), `values of ${key}`);
      }
    }
    const known = { ...ENGLISH, ...VIEWS_ENGLISH, ...COURSE_ENGLISH };
    let used = 0;
    for (const file of readdirSync(PAGE).filter((file) => file.endsWith(".js"))) {
      for (const [, key] of readFileSync(new URL(file, PAGE), "utf8").matchAll(/\bt\("([^"]+)"/g)) {
        holds(Object.hasOwn(known, key), `${file} asks for ${key}, which no catalogue has`);
        used += 1;
      }
    }
    return `${Object.keys(known).length} texts, asked for in ${used} places`;
  },

  "the language comes from the link, the browser, or a choice that is kept": async ({ browser, page, address }) => {
    await page.goto(`${address}/?lang=de`);
    await page.waitForSelector(".door");
    same(await page.evaluate(() => document.documentElement.lang), "de", "by the link");
    const context = await browser.newContext({ locale: "de-AT" });
    if (process.env.PAGE) await (await import("../harness.js")).fromDisk(context, process.env.PAGE);
    const other = await context.newPage();
    await other.goto(`${address}/`);
    await other.waitForSelector(".door");
    same(await other.evaluate(() => document.documentElement.lang), "de", "by the browser");
    await other.locator("#language").selectOption("en");
    await other.waitForFunction(() => document.documentElement.lang === "en" && document.querySelector(".door h2")?.textContent === "Learn");
    await other.reload();
    await other.waitForSelector(".door");
    same(await other.evaluate(() => document.documentElement.lang), "en", "the choice is kept");
    await context.close();
  },

  "German: start, course, practice and game have no English sentence": async ({ page, address }) => {
    await german(page, address, "", ".door");
    same(await english(page), [], "start");
    await page.locator("#help").click();
    same(await english(page), [], "help");
    for (const screen of ["minimax&screen=1", "minimax&screen=3", "alpha-beta&screen=5", "quiescence&screen=3", "transpositions&screen=4", "matrices&screen=2", "endgames&screen=4"]) {
      await german(page, address, `#course?lesson=${screen}`, ".view.course :is(svg .node, .parts .field, .payoffs)");
      same(await english(page), [], `course, ${screen}`);
    }
    await german(page, address, "#practice?seed=1", ".answers input");
    await page.locator(".answers input").first().fill("0");
    await page.getByRole("button", { name: "Meine Antworten prüfen" }).click();
    await page.waitForSelector(".result .score");
    same(await english(page), [], "practice, marked");
    for (let count = 0; count < 3; count += 1) await page.getByRole("button", { name: "Hinweis", exact: true }).click();
    await page.waitForTimeout(300);
    same(await english(page), [], "practice, with hints");
    await german(page, address, "#game?game=chess&moves=e4+f5+Qh5%2B&you=both", ".board .check");
    await page.getByRole("button", { name: "Analysieren" }).click();
    await page.waitForSelector(".iterations tbody");
    await page.getByRole("button", { name: "Anhalten" }).click();
    await page.getByRole("button", { name: "Erklären" }).click();
    await page.waitForSelector(".why p:nth-child(2)");
    same(await english(page), [], "chess, analysed and explained");
  },

  "German: every step of a search is told in German": async ({ page, address }) => {
    const trees = ["#tree", "#tree?algorithm=minimax", "#tree?fail=hard", "#tree?game=tree&position=A(B(5+9)+C(D(E(4+1)+F(8+6))+G(2+7+3)))", "#tree?game=tree&position=A(B=chance(1/2:+C(3+5)+1/3:+4+1/6:+-2)+D(2+7))&algorithm=minimax"];
    let steps = 0;
    for (const tree of trees) {
      await german(page, address, tree, ".view.tree .said");
      const last = Number((await page.locator(".count").first().textContent()).split("/")[1]);
      for (let step = 0; step <= last; step += 1) {
        same(await english(page), [], `${tree}, step ${step}`);
        steps += 1;
        if (step === last) break;
        await page.keyboard.press("ArrowRight");
        await page.waitForFunction((step) => document.querySelector(".view.tree .search .number").textContent.startsWith(`Schritt ${step} `), step + 1);
      }
    }
    return `${steps} steps`;
  },

  "German: matrices of every kind, their elimination and their mistakes": async ({ page, address }) => {
    const matrices = {
      "lecture": "", "a mixture": "?matrix=3,0+0,1;+0,1+3,0;+1,1+1,0&rows=top,bottom,middle", "weak": "?matrix=1,1+0,0;+1,1+2,1;+0,0+2,1&weak=1",
      "zero-sum": "?kind=zero-sum&matrix=1+-1;+-1+1", "saddle": "?kind=zero-sum&matrix=3+1+4;+2+0+1", "nature": "?kind=nature&matrix=2+4+3;+9+0+0;+6+1+3", "degenerate": "?matrix=1,1+1,1;+1,1+1,1",
      "three equilibria": "?matrix=3,2+0,0;+0,0+2,3&shown=3",
    };
    for (const [name, fields] of Object.entries(matrices)) {
      await german(page, address, `#matrix${fields}`, ".view.matrix .panes .pane");
      same(await english(page), [], name);
      for (const _ of Array(4)) await page.keyboard.press("ArrowRight");
      same(await english(page), [], `${name}, eliminated`);
    }
    await german(page, address, "#matrix?matrix=3,4+1,2;+4,1+2,3&rows=best,worst&columns=c,d&players=Ada,Bob&step=2", ".view.matrix .panes .pane");
    same(await page.locator(".view.matrix .sentence").textContent(), "Schritt 2 von 2strengBob: c wird streng dominiert von d. Übrig: worst × d.", "names stay as they are");
    await page.locator(".view.matrix [data-field='cells.0.0.0']").fill("x");
    await page.waitForSelector(".view.matrix [aria-invalid]");
    same(await page.locator("#matrix-wrong").textContent(), "Zeile best, Spalte c: 'x' ist keine Auszahlung; erwartet: eine Zahl wie 3, -1/2 oder 0.25", "what is wrong");
  },

  "German: endgame tables, their best play and how they are built": async ({ page, address }) => {
    for (const [fields, ready] of [["", "[data-tint=win]"], ["?position=8/8/8/8/8/8/1Rk5/K7+b&mode=walk&step=3", ".moves-played li"], ["?position=8/8/8/8/8/1K6/8/k6R+w&piece=h1&mode=build&step=9", "[data-tint=loss]"], ["?position=8/8/8/8/8/1K6/8/k6R+w&piece=h1&mode=build", ".sweeps tbody tr"]]) {
      await german(page, address, `#table${fields}`, `.view.table ${ready}`);
      same(await english(page), [], `table${fields}`);
    }
    await page.locator("#help").click();
    same(await english(page), [], "help");
  },

  "German: comparisons, dice, boards by hand, and what is refused": async ({ page, address }) => {
    await german(page, address, "#compare?game=tic-tac-toe&depths=1..3", ".compare form");
    await page.getByRole("button", { name: "Zählen" }).click();
    await page.waitForSelector(".counts-table tbody tr:nth-child(3)");
    await page.waitForFunction(() => document.querySelector(".compare .state").textContent.includes("Verfahren"));
    same(await english(page), [], "comparison");
    for (const [hash, ready] of [["backgammon&you=both&position=4HPwATDgc%2FABMA+31", ".points .legal"], ["pig&you=both&dice=hand&moves=roll", ".outcomes button"], ["2048&you=both&moves=2@a1+2@b3", ".slides button:enabled"], ["othello&you=both", ".board .cell.legal"], ["kalah&you=both", ".board .cell.legal"], ["checkers&you=both", ".board .cell.legal"]]) {
      await german(page, address, `#game?game=${hash}`, ready);
      if (!hash.startsWith("pig")) await page.getByRole("button", { name: "Aufstellen" }).click();
      same(await english(page), [], hash);
    }
    await german(page, address, "#game?game=chess&moves=e4+e5+Nf3+Nc6+Bb5&you=both", ".board .legal");
    same(await page.locator(".opening").textContent(), "Spanische Partie", "the opening");
    const refused = {
      "#game?game=chess&position=8/8/8/8/8/8/8/K7+w+-+-+0+1": "so können die Figuren nicht stehen", "#game?game=tic-tac-toe&position=XXX/.../...": "es sind 3 X und 0 O", "#game?game=connect-four&moves=9": "kein erlaubter Zug", "#game?game=connect-four&position=99": "keine Spalte",
      "#game?game=chess&moves=e5": "kein erlaubter Zug", "#tree?game=tree&position=((3+1)": "erwartet", "#tree?depth=0": "weggelassen", "#nothing": "Ansicht",
    };
    for (const [hash, words] of Object.entries(refused)) {
      await german(page, address, hash, ".message.error");
      const said = await page.locator(".message.error span").textContent();
      holds(said.includes(words), `${hash}: ${said}`);
      same(await english(page), [], hash);
    }
  },

  "German: worksheets and their keys": async ({ page, address }) => {
    const searches = ["seed=3", "seed=3&algorithm=minimax", "seed=3&algorithm=minimax&levels=2&chance=40", "seed=3&fail=hard&order=reversed", "seed=3&order=best&depth=2&cut=past", "seed=40&chance=40&levels=2&branching=3&algorithm=engine&techniques=none,%2Bstar1", "seed=7&chance=40"];
    let texts = 0;
    for (const search of searches) {
      await german(page, address, `#practice?${search}`, ".answers input");
      await page.getByLabel("Format").selectOption("html");
      await page.getByLabel("Fassungen").fill("2");
      for (const what of ["Blatt", "Lösung"]) {
        const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: what, exact: true }).click()]);
        const html = readFileSync(await download.path(), "utf8");
        holds(html.includes('<html lang="de">'), "the language of the file");
        const lines = [...html.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text).filter((text) => !text.startsWith("rootward exercise"));
        same(lines.filter((line) => ENGLISH_WORDS.test(line)), [], `${what}, ${search}`);
        holds(lines.some((line) => line.includes("Fassung B")) && lines.includes("Aufgabe 2"), lines.slice(0, 5).join(" | "));
        texts += lines.length;
      }
    }
    return `${texts} texts`;
  },

  "German: what the engine's own search says, in every game": async () => {
    const chance = "A(B(3 5) C=chance(1/2: D(-4 8) 1/4: E(5 2) 1/4: 1))";
    const searches = [
      ["tree", chance, "--techniques", "none,+star1"], ["tree", chance, "--techniques", "none,+star2"], ["tree:dice"], ["tic-tac-toe"], ["connect-four:8x7", "4453", "--depth", "4"],
      ["chess", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", "--depth", "3"], ["checkers", "--depth", "4"], ["pig:12", "--depth", "3"], ["kalah:3,2", "--depth", "6"], ["othello", "--depth", "4"],
    ];
    const inGerman = (sentence) => GERMAN_PHRASES.search.reduce((text, [english, german]) => text.replace(english, german), sentence);
    const english = new Set();
    let sentences = 0;
    for (const search of searches) {
      for (const { sentence } of rootward("trace", ...search, "--algorithm", "engine").filter(({ sentence }) => sentence)) {
        sentences += 1;
        const told = inGerman(sentence).replace("(late move pruning)", "");
        if (ENGLISH_WORDS.test(told)) english.add(told);
      }
    }
    same([...english].slice(0, 5), [], "left in English");
    return `${sentences} sentences`;
  },

  "German: how games end, what their sides and the games are called": async ({ page, address }) => {
    const starts = [
      ["tic-tac-toe", ""], ["tic-tac-toe", "XOX/XOO/OX."], ["connect-four", "1212121"], ["chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#"], ["chess", "8/8/8/8/8/5k2/5p2/5K2 w - - 0 60"], ["chess", "8/8/8/8/8/5k2/8/5K2 w - - 0 60"], ["checkers", "B:WK1:B"],
      ["pig:2", ""], ["2048:2x2:8", ""], ["othello:4x4", ""], ["kalah:1,1", ""], ["backgammon:1", ""],
    ];
    await page.goto(`${address}/?lang=de`);
    await page.waitForSelector(".door");
    const told = await page.evaluate(async (starts) => {
      const [{ post }, { sideName, translated }] = await Promise.all(["assets/api.js", "assets/translation.js"].map((file) => import(new URL(file, document.baseURI))));
      const sentences = [];
      for (const [game, position, ...moves] of starts) {
        let view = null;
        do view = await post("/api/view", { game, ...(position ? { position } : {}), moves });
        while (!view.outcome && moves.push(view.moves.find((move) => move !== "1") ?? view.moves[0]) < 300);
        sentences.push(`${game}: ${translated(view.ending)} ${view.side_names.map(sideName).join(", ")}`);
      }
      return sentences;
    }, starts);
    same(told.filter((sentence) => /\b(an?|has|draw|checkmate|stalemate|game|gammon of|over|for|white|black|first|second|south|north|player|world|undefined)\b/i.test(sentence)), [], `left in English of ${told.join(" | ")}`);
    await german(page, address, "#game?game=chess&you=both", ".board .man");
    const names = await page.locator(".view.game .controls option").evaluateAll((options) => options.map((option) => ({ value: option.value, name: option.textContent, about: option.title })));
    for (const [value, name] of [["chess", "Schach"], ["checkers", "Dame"], ["connect-four", "Vier gewinnt"], ["othello", "Othello"]]) same(names.find((option) => option.value === value)?.name, name, value);
    same(names.filter(({ about }) => ENGLISH_WORDS.test(about)), [], "descriptions in English");
    await page.locator("select:has(option[value=kalah])").selectOption("kalah");
    await page.waitForFunction(() => location.hash.includes("game=kalah"));
    return `${told.length} endings`;
  },

  "German: what a node of a drawing says under the pointer": async ({ page, address }) => {
    for (const [hash, view] of [["#tree?step=12", ".view.tree"], ["#practice?seed=3", ".view.practice"], ["#course?lesson=alpha-beta&screen=1", ".view.course"]]) {
      await german(page, address, hash, `${view} .canvas g.node`);
      const titles = [];
      for (const node of await page.locator(`${view} .canvas g.node`).all()) {
        await node.dispatchEvent("pointerover");
        titles.push(await node.locator("title").first().textContent());
      }
      same(titles.filter((title) => ENGLISH_WORDS.test(title) || /\b(visited|open|cut)\b/.test(title)), [], hash);
      holds(titles.some((title) => /Blatt|Wert|MAX/.test(title)), titles.join(" | "));
    }
  },

  "German: what is refused, in every game, for trees, matrices and exercises": async ({ page, address }) => {
    const positions = {
      chess: ["x", "8/8/8/8/8/8/8/K7 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x - - 0 1", "4k3/8/8/8/8/8/8/4K3 w K9 - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w K - 0 1", "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "4k3/8/8/8/8/8/8/4K3 w - - x 1", "8/8/8", "8{/8/8/8/8/8/8/K6k w - - 0 1", "8/8/8/8/8/8/8/8/K6k w - - 0 1", "8/8/8/8/8/8/8/K6k w - - 0 r"], "chess:x": [""],
      "tic-tac-toe": ["XXX/.../...", "X", "XX/../..", "XOZ/.../...", "XXX/OOO/..."], "mnk:50,50,3": [""], "connect-four": ["9", "11111111", "z"], "connect-four:99x9": [""], checkers: ["x", "W:W40:B1", "W:W1:B1", "W:W18,18:B12", "W:W18", "W:PK10:B12", "W:W18:W19", "W:W18:B30", "W:W18:B"], "checkers:foo": [""],
      backgammon: ["x", "4HPwATDgc/ABMA 77", "-HPwATDgc/ABMA 31", "4HPwATD9c/ABMA 31", "4HPwATXgc/ABMA 31", "4HPwATDgc/ABMK 31", "4HRwATDgc/ABMA 31", "4HPwATDgc/ABMAx 31"], "backgammon:99": [""], "backgammon:x": [""], "2048:9x9": [""], "2048:2x2:3": [""], "kalah:9,9": [""], "mnk:3,3,9": [""], "tic-tac-toe:x": [""], "pig:x": [""], pig: ["1", "22,0q0", "1,2,x", "101,0,0", "0,0,200", "0,0,0,foo"], "pig:0": [""], 2048: ["x", "1,2"], othello: ["x", "......../........ X", "......../......./......../......../......../......../......../........ X"], kalah: ["x", "1,2/3,4/S", "4,4r,4,4,4,4,0/4,4,4,4,4,4,0/S", "4,4,4,4,4,1,0/4,4,4,4,4,4,0/S"],
    };
    const trees = ["", "(", "(3 x y)", "(3 1))", "A(3 A(1))", "((3 99999999999999) 2)", "(3 \"a", "()", "chance(3 4: 5)", "(0.1234567891 2)", "(3 1:)", "(3 chance(1/2: b))", "(2 chance(1/2: 3 2: 3))", "/(3 1)", "[3, }]", "(2 chance(1/2: 3 1/2: 5/2: 5))"];
    const exercises = [{ depth: 1, branching: "1..1", cuts: 3 }, { depth: 3, branching: "2..2", values: "1..2", no_ties: true }, { depth: 99 }, { branching: "x" }, { values: "9..1" }, { chance: 40, deep_cut: true }, { depth: 2, deep_cut: true }, { cuts: 0, deep_cut: true }, { depth: 2, branching: "2..2", cuts: 50 }, { chance: 300 }];
    const asked = [
      ...Object.entries(positions).flatMap(([game, texts]) => texts.map((position) => ["/api/view", { game, position }])),
      ...[["chess", "e5"], ["chess", "zz"], ["connect-four", "9"], ["checkers", "11-20"], ["backgammon", "77"], ["pig", "hold"]].map(([game, move]) => ["/api/view", { game, moves: [move] }]),
      ...trees.map((text) => ["/api/tree/parse", { text }]), ...["1 2; 3", "1,2 x; 3 4", "1,2 3; 4,5 6,7", ";", "NFG 1 R"].map((text) => ["/api/matrix", { text }]), ...exercises.map((body) => ["/api/tree/random", { seed: 1, ...body }]),
      ["/api/trace", { game: "chess", algorithm: "minimax" }], ["/api/trace", { game: "tree:tree1", algorithm: "engine", techniques: "foo" }], ["/api/compare", { game: "tic-tac-toe", depths: "x" }], ["/api/endgames/line", { ending: "KQQQQK" }], ["/api/endgames/line", { ending: "KK" }], ["/api/endgames/line", { ending: "KXK" }], ["/api/matrix", { text: 'NFG 1 R "x" { "a" "b" } { 2 2 } 1 2 3' }], ["/api/matrix", { text: 'NFG 1 R "x" { "a" } { 2 }' }], ["/api/endgames/sweeps", { ending: "KQKR" }], ["/api/endgames/line", { position: "8/8/8/8/3k4/8/8/K7 w - - 0 1" }],
    ];
    await page.goto(`${address}/?lang=de`);
    await page.waitForSelector(".door");
    const answers = await page.evaluate(async (asked) => {
      const { post } = await import(new URL("assets/api.js", document.baseURI));
      return Promise.all(asked.map(([path, body]) => post(path, body).then(() => null, (refused) => refused.message)));
    }, asked);
    const refused = answers.filter(Boolean);
    holds(refused.length > 60, `${refused.length} refused`);
    // Words of notations stay.
    const bare = (sentence) => sentence.replaceAll(/'[^']*'|,second\b|none, sound, exact oder all|\w+:\S+|von checkers\b/g, "");
    const more = /\b(a|no|king|square|squares|number|or|such|as|must|missing|listed|twice|instead|expected|checkers|seeds|goal|target|board|where|should|fields?|side|closes|large)\b/;
    same(refused.filter((sentence) => ENGLISH_WORDS.test(bare(sentence)) || more.test(bare(sentence))), [], "left in English");
    return `${refused.length} refusals`;
  },
};
