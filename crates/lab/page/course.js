// The course: lessons in the order of a lecture, each a few screens with something to step through and a task at its end.

import * as address from "./address.js";
import { get, postFile } from "./api.js";
import { Live } from "./course_live.js";
import { SCREENS } from "./course_screens.js";
import { CourseTask } from "./course_task.js";
import { button, download, field, h } from "./dom.js";
import { store, stored } from "./storage.js";
import { encode } from "./link.js";
import { say, trying } from "./status.js";
import { t } from "./text.js";

const WHO = "rootward-student";
/** Who has not said a name yet has tasks as well. */
const NOBODY = "guest";
const LESSONS = Object.keys(SCREENS);

export class Course {
  name = "course";
  title = t("course.title");
  #lesson = LESSONS[0];
  #screen = 1;
  #course = "";
  #name = "";
  /** The answers of this student, by task, and the points so far. */
  #work = { answers: {}, points: {} };
  /** The tasks of each lesson, as the server has them. */
  #tasks = null;

  mount(root) {
    [this.#name, this.#course] = parsed(WHO, ["", ""]).map(String);
    this.live = new Live();
    this.task = new CourseTask({ changed: (id, given) => this.#answered(id, given), marked: (id, marks) => this.#marked(id, marks) });
    addEventListener("storage", ({ key }) => {
      if (key !== this.#key("work")) return;
      this.#load();
      this.#showProgress();
    });
    this.list = h("ol", { class: "lessons" });
    this.who = h("input", { type: "text", autocomplete: "name", maxlength: 80, value: this.#name });
    this.which = h("input", { type: "text", maxlength: 80, value: this.#course });
    for (const input of [this.who, this.which]) input.addEventListener("change", () => this.#introduced());
    this.points = h("p", { class: "earned-points", role: "status" });
    this.heading = h("h2", { class: "screen-title", tabindex: -1 });
    this.where = h("p", { class: "caption" });
    this.text = h("div", { class: "lesson-text" });
    this.back = button(t("course.back"), () => this.#turn(-1));
    this.next = button(t("course.next"), () => this.#turn(1), { class: "primary" });
    const panel = (title, ...content) => h("details", { class: "panel", open: true }, h("summary", {}, title), h("div", { class: "fields" }, content));
    root.append(
      h("aside", { class: "controls", "aria-label": t("course.lessons") }, panel(t("course.lessons"), this.list),
        panel(t("course.who"), field(t("course.name"), this.who), field(t("course.course"), this.which), h("p", { class: "hint" }, t("course.who.hint")), this.points,
          h("div", { class: "row" }, button(t("course.save"), () => this.#save())), h("p", { class: "hint" }, t("course.save.hint")))),
      h("div", { class: "stage" }, this.where, this.heading, this.text, this.live.element, this.task.element, h("div", { class: "row turn-page" }, this.back, this.next)));
  }

  async open(fields) {
    this.#tasks ??= await trying(async () => Object.fromEntries((await get("/api/course")).lessons.map(({ id, tasks }) => [id, tasks])));
    if (fields.course !== undefined && fields.course !== this.#course) {
      this.which.value = fields.course;
      this.#introduced(false);
    }
    this.#load();
    const at = parsed(this.#key("at"), [LESSONS[0], 1]);
    this.#lesson = fields.lesson ?? (LESSONS.includes(at[0]) ? at[0] : LESSONS[0]);
    this.#screen = Math.min(SCREENS[this.#lesson].length, fields.screen ?? (fields.lesson ? 1 : Number(at[1]) || 1));
    this.#show();
    this.#note();
  }

  close() {
    this.live.close();
  }

  key(event) {
    return this.live.key(event);
  }

  get #student() {
    return { name: this.#name.trim() || NOBODY, course: this.#course.trim() };
  }

  /** The name under which something of this student is kept. */
  #key(what) {
    const { name, course } = this.#student;
    return `rootward-course ${what} ${course.toLowerCase()} ${name.toLowerCase()}`;
  }

  #load() {
    const { answers, points } = parsed(this.#key("work"), {});
    this.#work = { answers: answers ?? {}, points: points ?? {} };
  }

  /** Changes what is kept. Another tab may have added to it, which stays. */
  #change(change) {
    this.#load();
    change(this.#work);
    store(this.#key("work"), JSON.stringify(this.#work));
  }

  /** Another name or course has other tasks. */
  #introduced(redraw = true) {
    [this.#name, this.#course] = [this.who.value, this.which.value];
    store(WHO, JSON.stringify([this.#name, this.#course]));
    this.#load();
    if (!redraw) return;
    this.#show();
    this.#note();
  }

  #answered(id, given) {
    this.#change(({ answers }) => (answers[id] = given));
  }

  #marked(id, { correct, of }) {
    this.#change(({ points }) => (points[id] = [correct, of]));
    this.#showProgress();
  }

  #turn(by) {
    const [lesson, screen] = this.#neighbour(by);
    if (!lesson) return;
    [this.#lesson, this.#screen] = [lesson, screen];
    address.push(this.name, this.#fields());
    this.#show();
    this.heading.focus();
  }

  /** The screen after or before this one, if there is one. */
  #neighbour(by) {
    const screen = this.#screen + by;
    if (screen >= 1 && screen <= SCREENS[this.#lesson].length) return [this.#lesson, screen];
    const lesson = LESSONS[LESSONS.indexOf(this.#lesson) + by];
    return lesson ? [lesson, by > 0 ? 1 : SCREENS[lesson].length] : [];
  }

  #show() {
    const [lesson, number] = [this.#lesson, this.#screen];
    const screen = SCREENS[lesson][number - 1];
    store(this.#key("at"), JSON.stringify([lesson, number]));
    this.where.textContent = `${t("course.lesson", { number: LESSONS.indexOf(lesson) + 1 })}: ${t(`lesson.${lesson}`)} · ${t("course.screen", { number, all: SCREENS[lesson].length })}`;
    this.heading.textContent = t(`lesson.${lesson}.${number}.title`);
    const text = screen.task ? "" : t(`lesson.${lesson}.${number}`);
    this.text.replaceChildren(...text.split("\n").filter(Boolean).map((part) => h("p", {}, part)));
    this.live.show(screen);
    this.task.element.hidden = !screen.task;
    if (screen.task) void this.task.ask(this.#student, screen.task, this.#work.answers[screen.task]);
    this.back.disabled = !this.#neighbour(-1)[0];
    this.next.disabled = !this.#neighbour(1)[0];
    this.next.textContent = this.#neighbour(1)[0] === lesson || this.next.disabled ? t("course.next") : t("course.next.lesson");
    this.#showProgress();
  }

  #showProgress() {
    const tasks = (lesson) => this.#tasks?.[lesson] ?? [];
    const sum = (list) => list.map((id) => this.#work.points[id]).filter(Boolean).reduce(([correct, of], [more, all]) => [correct + more, of + all], [0, 0]);
    this.list.replaceChildren(...LESSONS.map((lesson) => {
      const [correct, of] = sum(tasks(lesson));
      const isDone = tasks(lesson).every((id) => this.#work.points[id]) && of > 0 && correct === of;
      const link = h("a", { href: encode(this.name, { ...this.#fields(), lesson, screen: undefined }), "aria-current": lesson === this.#lesson ? "true" : null }, t(`lesson.${lesson}`));
      return h("li", { class: isDone ? "done" : null }, link, of ? h("span", { class: "earned" }, `${correct}/${of}${isDone ? " ✓" : ""}`, isDone ? h("span", { class: "offscreen" }, ` ${t("course.done")}`) : "") : "");
    }));
    const [correct, of] = sum(LESSONS.flatMap(tasks));
    this.points.textContent = of ? t("course.points", { correct, of }) : "";
  }

  async #save() {
    if (!this.#name.trim()) {
      say(t("course.nameless"), "error");
      return this.who.focus();
    }
    this.#load();
    const file = await trying(() => postFile("/api/course/result", { student: this.#student, answers: this.#work.answers }));
    if (file) download(`rootward-course-${this.#name.trim().replace(/[^\p{L}\p{N}]+/gu, "-")}.json`, file);
    return undefined;
  }

  #note() {
    address.note(this.name, this.#fields());
  }

  #fields() {
    return { lesson: this.#lesson, screen: this.#screen, course: this.#course.trim() || undefined };
  }
}

/** What is kept under a name, as data; `usual` if there is nothing readable. */
function parsed(name, usual) {
  try {
    const value = JSON.parse(stored(name));
    return Array.isArray(value) === Array.isArray(usual) && value instanceof Object ? value : usual;
  } catch {
    return usual;
  }
}
