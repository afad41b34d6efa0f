import type { LanguageModel } from 'ai'
import type { Config } from '../../config.ts'
import { boundRequest } from './bounded-fetch.ts'
import { type FaultKind, ServiceFault } from './fault.ts'
import type { Deadlines } from './limits.ts'

export type Prompt = { system: string; prompt: string }
/** Tokens as the service counts them; where it does not, a guess of four characters each. */
export type ModelReply = { text: string; tokensIn: number; tokensOut: number }

/** Somebody who looks on while a service writes, and may leave. */
export type StreamListener = {
  /** Is told the text so far. */
  onText: (soFar: string) => void
  signal: AbortSignal
}

/**
 * Asks the configured model. The answer comes in pieces, so that silence can be told from slow writing.
 * @throws ServiceFault, and nothing else that the service causes
 */
export async function askModel(
  ai: Config['ai'],
  deadlines: Deadlines,
  { system, prompt }: Prompt,
  onUsage: (usage: Omit<ModelReply, 'text'>) => Promise<void>,
  listener?: StreamListener,
): Promise<string> {
  const call = boundRequest(deadlines, listener?.signal)
  let text = ''
  let counted: { inputTokens: number | undefined; outputTokens: number | undefined } | undefined
  try {
    // Loaded with the first call: a server that never asks keeps the memory.
    const { streamText } = await import('ai')
    const model = await createModel(ai, call.fetch)
    // It would print them, with parts of what was asked.
    globalThis.AI_SDK_LOG_WARNINGS = false
    const { stream } = streamText({
      model,
      instructions: system,
      prompt,
      maxRetries: 0,
      // Told below; by itself it prints errors, with what was asked and answered in them.
      onError: () => {},
    })
    for await (const part of stream) {
      if (part.type === 'text-delta') {
        text += part.text
        listener?.onText(text)
      } else if (part.type === 'finish') counted = part.totalUsage
      else if (part.type === 'error') throw call.fault ?? new ServiceFault('unusable')
    }
    if (call.fault) throw call.fault
    return text
  } catch (error) {
    // The SDK's errors hold the prompt and the answer: they end here.
    throw call.fault ?? (error instanceof ServiceFault ? error : new ServiceFault('unusable'))
  } finally {
    call.end()
    // Also of a failure: what had been begun when it broke off is charged.
    if (counted || text !== '' || (call.fault && chargedFaults.has(call.fault.kind)))
      await onUsage({
        tokensIn: counted?.inputTokens ?? Math.ceil((system.length + prompt.length) / 4),
        tokensOut: counted?.outputTokens ?? Math.ceil(text.length / 4),
      })
  }
}

const chargedFaults = new Set<FaultKind>(['timeout', 'cut', 'too-long', 'stopped'])

async function createModel(ai: Config['ai'], fetch: typeof globalThis.fetch): Promise<LanguageModel> {
  const { provider, model = '', baseUrl, apiKey } = ai
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({
        baseURL: baseUrl ?? 'https://api.anthropic.com/v1',
        apiKey: apiKey ?? '',
        fetch,
      })(model)
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({
        baseURL: baseUrl ?? 'https://api.openai.com/v1',
        apiKey: apiKey ?? '',
        fetch,
      }).chat(model)
    }
    default: {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({
        name: 'assistant',
        baseURL: baseUrl ?? '',
        ...(apiKey !== undefined && { apiKey }),
        includeUsage: true,
        fetch,
      })(model)
    }
  }
}
