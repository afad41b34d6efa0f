import { launchServer } from '../helpers/launch-server.ts'
import type { Bench, Row } from './row.ts'

const words = 10_000
const runs = 10
const maxMs = 300

/** Slowest of several responses to each button of the assistant, for a long text and without an AI service */
export const builtInHelper: Bench = {
  name: 'built-in helper',
  async measure(given) {
    const server = await launchServer({ connectionString: await given.databaseUrl() })
    try {
      const cookie = await server.signIn()
      const rows: Row[] = []
      for (const { what, path, json, status } of calls()) {
        let slowest = 0
        for (let run = 0; run < runs; run++) {
          const began = performance.now()
          const response = await server.send(path, { method: 'POST', json, cookie })
          await response.text()
          slowest = Math.max(slowest, performance.now() - began)
          if (response.status !== status) throw new Error(`${path} answered ${response.status}`)
        }
        rows.push({
          what: `no AI service: ${what}`,
          measured: `${slowest.toFixed(0)} ms (slowest of ${runs})`,
          bar: `<= ${maxMs} ms`,
          ok: slowest <= maxMs,
        })
      }
      return rows
    } finally {
      await server.close()
    }
  },
}

function calls() {
  const content = createText()
  return [
    {
      what: `titles from ${words} words`,
      path: '/api/ai/suggestions',
      json: { prompt: content },
      status: 200,
    },
    { what: `excerpt of ${words} words`, path: '/api/ai/generate-excerpt', json: { content }, status: 200 },
    { what: `enhance ${words} words`, path: '/api/ai/enhance-content', json: { content }, status: 200 },
    {
      what: 'a post (says what to configure)',
      path: '/api/ai/generate-post',
      json: { topic: 'tea' },
      status: 503,
    },
    {
      what: 'a draft (says what to configure)',
      path: '/api/blog/generate-ai-content',
      json: undefined,
      status: 503,
    },
  ]
}

/** Creates plain notes: paragraphs of six sentences that repeat the same words. */
function createText(): string {
  const subjects = [
    'The volunteer schedule',
    'Our phone line',
    'The food bank',
    'A donor letter',
    'The choir',
  ]
  const verbs = ['needs', 'answers', 'keeps', 'explains', 'saves']
  const things = ['twelve names by Monday', 'the same five questions', 'an hour every week', 'a plain reply']
  const sentences = Array.from({ length: words / 8 }, (_, index) => {
    const pick = (list: string[], step: number) => list[(index * step) % list.length]
    return `${pick(subjects, 7)} ${pick(verbs, 3)} ${pick(things, 5)} in year ${2000 + (index % 25)}.`
  })
  return sentences.map((sentence, index) => `${sentence}${index % 6 === 5 ? '\n\n' : ' '}`).join('')
}
