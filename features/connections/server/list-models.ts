import { z } from 'zod'
import type { AiProvider } from '../../../core/contract/connected-services.ts'
import { boundRequest } from '../../assistant/server/service/bounded-fetch.ts'
import { ServiceFault } from '../../assistant/server/service/fault.ts'
import type { Deadlines } from '../../assistant/server/service/limits.ts'
import { addressOf } from '../../assistant/server/service/model.ts'
import { connectionLimits } from '../contract/connections.ts'
import { explainServiceFault } from './test-services.ts'

const maxModels = 1000

const listResponse = z.object({ data: z.array(z.object({ id: z.string() })) })

type Target = { provider?: AiProvider; baseUrl: string | undefined; apiKey: string | undefined }

/** Asks a provider for the names of its models, in alphabetical order. */
export async function listModels(
  target: Target,
  deadlines: Deadlines,
): Promise<{ models: string[]; problem: string | null }> {
  const { provider, apiKey } = target
  const address = addressOf(target)
  const isAnthropic = provider === 'anthropic'
  const call = boundRequest(deadlines)
  try {
    const response = await call.fetch(`${address}/models${isAnthropic ? `?limit=${maxModels}` : ''}`, {
      headers: {
        accept: 'application/json',
        ...(isAnthropic && { 'anthropic-version': '2023-06-01', 'x-api-key': apiKey ?? '' }),
        ...(!isAnthropic && apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
    })
    const { data } = listResponse.parse(await response.json())
    return { models: sortNames(data.map(({ id }) => id)), problem: null }
  } catch {
    // Errors of `parse` quote the response.
    const fault = call.fault ?? new ServiceFault('unusable')
    const { message, advice } = explainServiceFault(fault, address, '')
    return { models: [], problem: `${message} ${advice}` }
  } finally {
    call.end()
  }
}

function sortNames(names: string[]): string[] {
  const fitting = names.filter((name) => name.length <= connectionLimits.model && /^[\x21-\x7e]+$/.test(name))
  return [...new Set(fitting)].sort((a, b) => a.localeCompare(b, 'en')).slice(0, maxModels)
}
