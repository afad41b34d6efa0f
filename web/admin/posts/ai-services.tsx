import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AiSettingsResponse, aiSettingsRead } from '../../../contracts/ai-settings.ts'
import { paths } from '../../../contracts/paths.ts'
import { call } from '../../api.ts'
import { hasStatus } from '../../api-failures.ts'
import { showToast } from '../../ui/toast.ts'
import { queryKeyOf } from '../api.ts'
import { navigate } from '../history.ts'
import { ScreenLink } from '../screen-link.tsx'
import { callSignedIn } from '../sign-in-again.ts'
import { explainAiFailure } from './ai-calls.ts'

export const aiSettingsQuery = queryOptions({
  queryKey: queryKeyOf(aiSettingsRead),
  queryFn: () => callSignedIn(() => call(aiSettingsRead)),
})

type AiServices = Pick<AiSettingsResponse, 'service' | 'speech'>

/** The connected services; undefined while loading and after a failure. */
export function useAiServices(): AiServices | undefined {
  return useQuery(aiSettingsQuery).data
}

/** Hint next to a button that needs an AI service that is not connected, with a link to the instructions */
export function NeedsService({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field-hint needs-service" id={id}>
      {children} <ScreenLink href={connectPath}>How to connect one</ScreenLink>
    </p>
  )
}

/** Shows what failed and why in a toast that stays until it is closed. */
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
