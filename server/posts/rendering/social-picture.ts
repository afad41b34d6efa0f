import { type ChildProcess, fork } from 'node:child_process'

/** The text on the picture of a post */
export type SocialPicture = { title: string; author: string; siteName: string }
export type Drawing = { number: number; picture: SocialPicture }
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

/** True if the picture's fonts have every character of a text: Latin-1 and some punctuation. */
export function isDrawable(text: string): boolean {
  return /^[\x20-\x7e\u00a0-\u00ff–—‘’“”•…€™]*$/.test(text)
}

/**
 * Draws the picture of a post for social networks, a PNG. The title must be `isDrawable`. Drawing takes 60 MB that are
 * never freed, so it runs in a separate process that ends when it is idle.
 */
export function drawSocialPicture(picture: SocialPicture): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    drawer ??= startDrawer()
    const number = ++drawings
    drawer.waiting.set(number, { resolve, reject })
    drawer.timer.refresh()
    // Sending fails if the process has ended; its exit handler rejects the promise.
    drawer.child.send({ number, picture } satisfies Drawing, () => {})
  })
}

function startDrawer(): Drawer {
  const child = fork(new URL('./social-picture-process.ts', import.meta.url), {
    // The process draws untrusted text, so it gets no secrets.
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
    for (const { reject } of waiting.values()) reject(new Error(`the drawing of a social picture ${reason}`))
    waiting.clear()
    child.kill('SIGKILL')
  }
  child.on('message', (drawn: Drawn) => {
    const request = waiting.get(drawn.number)
    waiting.delete(drawn.number)
    started.timer.refresh()
    if ('png' in drawn) request?.resolve(Buffer.from(drawn.png))
    else request?.reject(new Error(`a social picture could not be drawn: ${drawn.problem}`))
  })
  child.on('error', (error) => end(`failed: ${error.message}`))
  child.on('exit', (code, signal) => end(`ended with ${signal ?? code}`))
  // The process does not keep the server from exiting, and it exits when the channel to the server closes.
  child.unref()
  child.channel?.unref()
  return started
}
