import { type ChildProcess, fork } from 'node:child_process'
import type { FontPair, LookPlate } from '../../contracts/look/look.ts'

/** Colors, typefaces, and logo of the drawings. All colors are those of the light theme. */
export type DrawingStyle = {
  fontPair: FontPair
  colors: DrawingColors
  logo?: DrawingLogo | undefined
}

export type DrawingColors = {
  paper: string
  ink: string
  quiet: string
  main: string
  accent: string
  /** Background of a light logo */
  deep: string
  /** Colors of the shapes in our own drawings (web/site/illustrations) by their class, and of their lines */
  shapes: Record<string, string>
  line: string
  bubble: string
  bubbleSun: string
}

export type DrawingLogo = { bytes: Uint8Array; plate: LookPlate; hasName: boolean }

/** A picture to draw as a PNG */
export type Subject =
  /** The picture of a post for social networks. The title must be `isDrawable`. */
  | { kind: 'post'; title: string; author: string; siteName: string; style: DrawingStyle }
  /** The picture of the site for social networks */
  | { kind: 'site'; title: string; siteName: string; style: DrawingStyle }
  /** An icon for a browser or the home screen of a phone */
  | {
      kind: 'icon'
      size: number
      /** True for a square without transparent parts, as home screens need it */
      isTile: boolean
      style: DrawingStyle
    }
  /** The logo for emails, whose programs may not know the formats of other pictures */
  | { kind: 'logo'; height: number; style: DrawingStyle & { logo: DrawingLogo } }

export type Drawing = { number: number; subject: Subject }
/** The number of the drawing, and its PNG or the reason why it failed */
export type Drawn = { number: number; png: Uint8Array } | { number: number; problem: string }

/** The process is ended after this many ms without a finished drawing, because it is idle or stuck. */
const idleTimeoutMs = 30_000

type Drawer = {
  child: ChildProcess
  waiting: Map<number, { resolve: (png: Buffer) => void; reject: (error: Error) => void }>
  timer: NodeJS.Timeout
}
let drawer: Drawer | undefined
let drawings = 0

/** True if the fonts of drawings have every character of a text: Latin-1 and some punctuation. */
export function isDrawable(text: string): boolean {
  return /^[\x20-\x7e\u00a0-\u00ff–—‘’“”•…€™]*$/.test(text)
}

/** Draws a PNG. Drawing takes 60 MB that are never freed, so it runs in a separate process that ends when it is idle. */
export function draw(subject: Subject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    drawer ??= startDrawer()
    const number = ++drawings
    drawer.waiting.set(number, { resolve, reject })
    drawer.timer.refresh()
    // Sending fails if the process has ended; its exit handler rejects the promise.
    drawer.child.send({ number, subject } satisfies Drawing, () => {})
  })
}

function startDrawer(): Drawer {
  const child = fork(new URL('./draw-process.ts', import.meta.url), {
    // The process draws untrusted text and pictures, so it gets no secrets.
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const waiting: Drawer['waiting'] = new Map()
  const started = { child, waiting, timer: setTimeout(() => end('takes too long'), idleTimeoutMs).unref() }
  const end = (reason: string) => {
    if (drawer === started) drawer = undefined
    clearTimeout(started.timer)
    for (const { reject } of waiting.values()) reject(new Error(`drawing ${reason}`))
    waiting.clear()
    child.kill('SIGKILL')
  }
  child.on('message', (drawn: Drawn) => {
    const request = waiting.get(drawn.number)
    waiting.delete(drawn.number)
    started.timer.refresh()
    if ('png' in drawn) request?.resolve(Buffer.from(drawn.png))
    else request?.reject(new Error(`a picture could not be drawn: ${drawn.problem}`))
  })
  child.on('error', (error) => end(`failed: ${error.message}`))
  child.on('exit', (code, signal) => end(`ended with ${signal ?? code}`))
  // The process does not keep the server from exiting, and it exits when the channel to the server closes.
  child.unref()
  child.channel?.unref()
  return started
}
