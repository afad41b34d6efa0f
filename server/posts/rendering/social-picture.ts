import { type ChildProcess, fork } from 'node:child_process'

/** What stands on the picture of a post. */
export type SocialPicture = { title: string; author: string; siteName: string }
export type Drawing = { number: number; picture: SocialPicture }
/** The number of the drawing, and the PNG or why there is none. */
export type Drawn = { number: number; png: Uint8Array } | { number: number; problem: string }

/** Ms without a finished drawing after which the process is ended, whether it has nothing to do or is stuck. */
const patience = 30_000

type Drawer = {
  child: ChildProcess
  waiting: Map<number, { resolve: (png: Buffer) => void; reject: (error: Error) => void }>
  timer: NodeJS.Timeout
}
let drawer: Drawer | undefined
let drawings = 0

/** Whether the picture's fonts have every character of a text: Latin-1 and some punctuation. */
export function isDrawable(text: string): boolean {
  return /^[\x20-\x7e\u00a0-\u00ff–—‘’“”•…€™]*$/.test(text)
}

/**
 * The picture of a post for social networks, a PNG. Needs a title that `isDrawable`. What draws takes sixty
 * megabytes and never gives them back, so it is a process of its own that ends when nothing is left to draw.
 */
export function drawSocialPicture(picture: SocialPicture): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    drawer ??= startDrawer()
    const number = ++drawings
    drawer.waiting.set(number, { resolve, reject })
    drawer.timer.refresh()
    // A process that has ended cannot be written to; its end tells why.
    drawer.child.send({ number, picture } satisfies Drawing, () => {})
  })
}

function startDrawer(): Drawer {
  const child = fork(new URL('./social-picture-process.ts', import.meta.url), {
    // What draws needs to know nothing.
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const waiting: Drawer['waiting'] = new Map()
  const started = { child, waiting, timer: setTimeout(() => end('takes too long'), patience).unref() }
  const end = (reason: string) => {
    if (drawer === started) drawer = undefined
    clearTimeout(started.timer)
    for (const { reject } of waiting.values()) reject(new Error(`the drawing of a social picture ${reason}`))
    waiting.clear()
    child.kill('SIGKILL')
  }
  child.on('message', (drawn: Drawn) => {
    const asked = waiting.get(drawn.number)
    waiting.delete(drawn.number)
    started.timer.refresh()
    if ('png' in drawn) asked?.resolve(Buffer.from(drawn.png))
    else asked?.reject(new Error(`a social picture could not be drawn: ${drawn.problem}`))
  })
  child.on('error', (error) => end(`failed: ${error.message}`))
  child.on('exit', (code, signal) => end(`ended with ${signal ?? code}`))
  // Nothing waits for it when the server ends; it ends with the channel.
  child.unref()
  child.channel?.unref()
  return started
}
