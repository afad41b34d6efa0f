import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { type AiSettingsResponse, aiSettingsResponse } from '../../../contracts/ai-settings.ts'
import { paths } from '../../../contracts/paths.ts'
import { callApi } from '../../api.ts'
import { hasStatus } from '../../api-failures.ts'
import { showToast } from '../../ui/toast.ts'
import { navigate } from '../history.ts'
import { ScreenLink } from '../screen-link.tsx'
import { callSignedIn } from '../sign-in.tsx'
import { explainAiFailure } from './ai-calls.ts'

export async function loadAiSettings(): Promise<AiSettingsResponse> {
  return z.parse(aiSettingsResponse, await callSignedIn(() => callApi('GET', paths.api.aiSettings)))
}

type AiServices = Pick<AiSettingsResponse, 'service' | 'speech'>

/** Which services are connected. Undefined until that is known, and where it cannot be asked. */
export function useAiServices(): AiServices | undefined {
  return useQuery({ queryKey: [paths.api.aiSettings], queryFn: loadAiSettings }).data
}

/** Says beforehand that a button needs a service that is missing, and leads to how to connect one. */
export function NeedsService({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field-hint needs-service" id={id}>
      {children} <ScreenLink href={connectPath}>How to connect one</ScreenLink>
    </p>
  )
}

/** Says what failed and why, and stays until it is closed. */
export function showAiFailure(title: string, error: unknown, services?: AiServices): void {
  const isMissing = services !== undefined && !services.service && hasStatus(error, 503)
  showToast({
    title,
    description: isMissing ? 'No AI service is connected yet.' : explainAiFailure(error),
    tone: 'destructive',
    stays: true,
    ...(isMissing && { actions: [howToConnect] }),
  })
}

const connectPath = paths.adminSettingsTab('ai')

export const howToConnect = {
  label: 'How to connect',
  altText: 'Go to Settings, then AI',
  run: () => void navigate(connectPath),
}
