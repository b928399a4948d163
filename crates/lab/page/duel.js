// Two searches of one tree stepped as one: step n of both, the shorter one waiting at its end.

export class Duel {
  /** `both()` says whether the second one takes part. */
  constructor(first, second, both) {
    [this.first, this.second, this.both] = [first, second, both];
  }

  get steppers() {
    return this.both() ? [this.first, this.second] : [this.first];
  }

  get steps() {
    return Math.max(...this.steppers.map((stepper) => stepper.steps));
  }

  get cuts() {
    const all = this.steppers.flatMap((stepper) => stepper.cuts);
    return this.both() ? [...new Set(all)].sort((a, b) => a - b) : all;
  }

  get wanted() {
    return Math.max(...this.steppers.map((stepper) => stepper.wanted));
  }

  go(step) {
    return Promise.all(this.steppers.map((stepper) => stepper.go(step)));
  }
}
