import type { IncomingMessage } from 'node:http'
import { type FaultKind, ServiceFault } from './fault.ts'

/** Max bytes of a refusal that are read; the reason comes early */
const maxRefusalLength = 16 * 1024

/** Statuses whose body says which part of the request was refused. Some servers answer 500 to what they can't do. */
const explained = new Set([400, 402, 404, 422, 429, 500, 501])

/**
 * Finds out why a service refused a request. The body of the response is compared with known reasons and thrown away,
 * because it may quote the request. `stall`: max ms for reading it
 */
export async function readRefusal(response: IncomingMessage, stall: number): Promise<ServiceFault> {
  const status = response.statusCode ?? 0
  const body = explained.has(status) ? await readStart(response, stall) : ''
  response.destroy()
  return faultOf(status, body, response.headers['retry-after'])
}

/** The first bytes of the body, or what has arrived of them when it stops */
async function readStart(response: IncomingMessage, stall: number): Promise<string> {
  const timer = setTimeout(() => response.destroy(), stall)
  let text = ''
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      text += chunk.toString('latin1')
      if (text.length >= maxRefusalLength) break
    }
  } catch {
    // The connection was cut. The status alone says enough.
  } finally {
    clearTimeout(timer)
  }
  return text.slice(0, maxRefusalLength)
}

/** Words of errors about the shape of the reply (OpenAI, llama.cpp, LM Studio, vLLM, Anthropic) */
const aboutStructure =
  /response_format|json_schema|output_config|output_format|structured.?output|tool_choice|\btools?\b|\bschema\b|\bgrammar\b/i
const aboutModel =
  /model[_ ]not[_ ]found|\bmodels?\b.{0,200}\b(not found|not exist|unknown|not available|not support)|"model: /is
const aboutQuota = /insufficient_quota|exceeded your current quota|billing|credit balance/i

function faultOf(status: number, body: string, retryAfter: string | undefined): ServiceFault {
  return new ServiceFault(kindOf(status, body), {
    status,
    retryAfterSeconds: status === 429 || status === 503 ? secondsOf(retryAfter) : undefined,
  })
}

function kindOf(status: number, body: string): FaultKind {
  if (status >= 300 && status < 400) return 'redirected'
  if (status === 401 || status === 403) return 'key'
  if (status === 402 || aboutQuota.test(body)) return 'quota'
  if (status === 429) return 'busy'
  if (status === 503) return 'overloaded'
  if (aboutStructure.test(body)) return 'no-structure'
  if (status >= 500) return 'broken'
  if (aboutModel.test(body)) return 'no-model'
  return status === 404 ? 'not-found' : 'rejected'
}

/** Seconds from a Retry-After header, which is a number of seconds or a date (RFC 9110, section 10.2.3). */
function secondsOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
