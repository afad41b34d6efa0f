import type { JSONSchema7, LanguageModel } from 'ai'
import type { AiService } from '../../../../core/server/connected-services.ts'
import { boundRequest } from './bounded-fetch.ts'
import { type FaultKind, ServiceFault } from './fault.ts'
import type { Deadlines } from './limits.ts'

export type Prompt = { system: string; prompt: string }
/** Token counts from the service, or estimated at four characters each */
export type ModelUsage = { tokensIn: number; tokensOut: number }

/** Receives the text while the model streams it; `signal` stops the model. */
export type StreamListener = {
  /** Called with all text so far */
  onText: (soFar: string) => void
  signal: AbortSignal
}

/** A connected service, and what was learned about it since it was connected */
export type KnownService = {
  service: AiService
  /** True once the service has refused to give its replies a shape */
  refusesStructure: boolean
}

type Call = {
  deadlines: Deadlines
  /** The shape of the reply, for services that offer it. The prompt describes it, too. */
  shape?: JSONSchema7 | undefined
  onUsage: (usage: ModelUsage) => Promise<void>
  listener?: StreamListener | undefined
}

/**
 * Asks the connected model. The reply is streamed, so that a silent service can be told from a slow one. If the service
 * refuses to give its reply a shape, it is asked once more without one, and from then on always.
 * @throws ServiceFault for every failure of the service
 */
export async function askModel(known: KnownService, prompt: Prompt, call: Call): Promise<string> {
  const { shape, deadlines } = call
  if (shape === undefined || known.refusesStructure) return askOnce(known.service, prompt, withoutShape(call))
  const startedAt = performance.now()
  try {
    return await askOnce(known.service, prompt, call)
  } catch (error) {
    if (!(error instanceof ServiceFault && error.kind === 'no-structure')) throw error
    known.refusesStructure = true
    const total = Math.max(1, deadlines.total - (performance.now() - startedAt))
    return askOnce(known.service, prompt, withoutShape({ ...call, deadlines: { ...deadlines, total } }))
  }
}

const withoutShape = (call: Call): Call => ({ ...call, shape: undefined })

async function askOnce(
  service: AiService,
  { system, prompt }: Prompt,
  { deadlines, shape, onUsage, listener }: Call,
): Promise<string> {
  const call = boundRequest(deadlines, listener?.signal)
  let text = ''
  let counted: { inputTokens: number | undefined; outputTokens: number | undefined } | undefined
  try {
    // Loaded on the first call, so that a server without a service saves the memory.
    const { streamText } = await import('ai')
    const model = await createModel(service, call.fetch, shape)
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

type ProviderModel = Exclude<LanguageModel, string>

async function createModel(
  service: AiService,
  fetch: typeof globalThis.fetch,
  shape: JSONSchema7 | undefined,
): Promise<LanguageModel> {
  const model = await createProviderModel(service, fetch)
  if (shape === undefined) return model
  const { wrapLanguageModel } = await import('ai')
  return wrapLanguageModel({
    // The providers of this version of the SDK all make models of its current specification.
    model: model as Parameters<typeof wrapLanguageModel>[0]['model'],
    middleware: {
      // Not `output` of `streamText`, which parses the whole text again after each piece of it.
      transformParams: async ({ params }) => ({
        ...params,
        responseFormat: { type: 'json', name: 'reply', schema: shape },
      }),
    },
  })
}

/** Each provider's SDK turns the shape into its own request: `response_format`, `output_config`, or a tool. */
async function createProviderModel(
  service: AiService,
  fetch: typeof globalThis.fetch,
): Promise<ProviderModel> {
  const { provider, model, apiKey } = service
  const baseURL = addressOf(service)
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ baseURL, apiKey: apiKey ?? '', fetch })(model)
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ baseURL, apiKey: apiKey ?? '', fetch }).chat(model)
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({
        name: 'assistant',
        baseURL,
        ...(apiKey !== undefined && { apiKey }),
        includeUsage: true,
        supportsStructuredOutputs: true,
        fetch,
      })(model)
    }
  }
}

/** The address of a service: the one that is set, or else the provider's own */
export function addressOf({ provider, baseUrl }: Partial<Pick<AiService, 'provider' | 'baseUrl'>>): string {
  return baseUrl ?? (provider === 'anthropic' ? 'https://api.anthropic.com/v1' : 'https://api.openai.com/v1')
}
