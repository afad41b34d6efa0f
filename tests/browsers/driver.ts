/** The browser functions that the journeys need. Each automation protocol has one implementation. */
export type Driver = {
  engine: EngineName
  open(url: string): Promise<void>
  back(): Promise<void>
  reload(): Promise<void>
  /** Runs the body of a function in the page, with `args` as its `arguments`. The result is a JSON value. */
  run<Result>(body: string, ...args: unknown[]): Promise<Result>
  /** Clicks with a real mouse event. The position is in CSS pixels of the viewport. */
  clickAt(x: number, y: number): Promise<void>
  type(text: string): Promise<void>
  press(key: Key, held?: 'Control'): Promise<void>
  /** Sets the file of the input that the CSS selector matches. */
  upload(selector: string, path: string): Promise<void>
  /** Resizes the viewport. WebKit's window cannot be narrower than about 450 px. */
  resize(width: number, height: number): Promise<void>
  /** Takes a PNG screenshot of the viewport. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export type EngineName = 'Chromium' | 'Firefox' | 'WebKit'
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'ArrowRight' | 'Home' | 'End' | 'a' | 's'
