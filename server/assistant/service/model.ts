import type { LanguageModel } from 'ai'
import type { Config } from '../../config.ts'
import { boundRequest } from './bounded-fetch.ts'
import { type FaultKind, ServiceFault } from './fault.ts'
import type { Deadlines } from './limits.ts'

export type Prompt = { system: string; prompt: string }
/** Token counts from the service, or estimated at four characters each */
export type ModelReply = { text: string; tokensIn: number; tokensOut: number }

/** Receives the text while the model streams it; `signal` stops the model. */
export type StreamListener = {
  /** Called with all text so far */
  onText: (soFar: string) => void
  signal: AbortSignal
}

/**
 * Asks the configured model. The reply is streamed, so that a silent service can be told from a slow one.
 * @throws ServiceFault for every failure of the service
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
    // Loaded on the first call, so that a server without a service saves the memory.
    const { streamText } = await import('ai')
    const model = await createModel(ai, call.fetch)
    // Warnings would print parts of the prompt.
    globalThis.AI_SDK_LOG_WARNINGS = false
    const { stream } = streamText({
      model,
      instructions: system,
      prompt,
      maxRetries: 0,
      // Errors are handled below; the default handler prints them with the prompt and the reply.
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
    // The SDK's errors contain the prompt and the reply, so they must not leave this function.
    throw call.fault ?? (error instanceof ServiceFault ? error : new ServiceFault('unusable'))
  } finally {
    call.end()
    // The service also charges for a call that failed after it began.
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
