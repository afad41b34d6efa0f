/** The browser functions that the journeys need, implemented once per automation protocol */
export type Driver = {
  engine: EngineName
  open(url: string): Promise<void>
  back(): Promise<void>
  reload(): Promise<void>
  /** Runs the body of a function in the page; `arguments` holds what is passed. The result is a JSON value. */
  run<Result>(body: string, ...args: unknown[]): Promise<Result>
  /** A real click of the mouse, in CSS pixels of the viewport. */
  clickAt(x: number, y: number): Promise<void>
  type(text: string): Promise<void>
  press(key: Key, held?: 'Control'): Promise<void>
  /** Gives a file to the input that a CSS selector finds. */
  upload(selector: string, path: string): Promise<void>
  /** WebKit's window has a smallest width of about 450 px. */
  resize(width: number, height: number): Promise<void>
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export type EngineName = 'Chromium' | 'Firefox' | 'WebKit'
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'ArrowRight' | 'Home' | 'End' | 'a' | 's'
