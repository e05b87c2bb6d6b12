/** The base class of the errors of this package, except for `TypeError`, which is thrown for a text that is no string. */
export class LinkwrightError extends Error {
  get name() {
    return this.constructor.name;
  }
}

/** An option that does not exist, a value that it does not take, or what this build leaves out. */
export class OptionError extends LinkwrightError {
  constructor(option, message) {
    super(message);
    /** The name of the option, as the caller wrote it. */
    this.option = option;
  }
}
