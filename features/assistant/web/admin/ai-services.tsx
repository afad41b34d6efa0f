import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '../../../../core/contract/paths.ts'
import { may } from '../../../../core/contract/roles.ts'
import { queryKeyOf } from '../../../../core/web/admin/api.ts'
import { getCurrentUser, useMay } from '../../../../core/web/admin/current-user.ts'
import { navigate } from '../../../../core/web/admin/history.ts'
import { callSignedIn } from '../../../../core/web/admin/repeated-requests.ts'
import { ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { call } from '../../../../core/web/api.ts'
import { hasStatus } from '../../../../core/web/api-failures.ts'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { type AiServices, aiServicesRead } from '../../contract/ai-settings.ts'
import { explainAiFailure } from './ai-calls.ts'

export const aiServicesQuery = queryOptions({
  queryKey: queryKeyOf(aiServicesRead),
  queryFn: () => callSignedIn(() => call(aiServicesRead)),
})

/** The connected services; undefined while loading and after a failure. */
export function useAiServices(): AiServices | undefined {
  return useQuery(aiServicesQuery).data
}

/** Hint next to a button that needs an AI service that is not connected, with a link for owners to connect one */
export function NeedsService({ id, children }: { id?: string; children: ReactNode }) {
  const mayConnect = useMay('manageSite')
  return (
    <p className="field-hint needs-service" id={id}>
      {children}{' '}
      {mayConnect ? <ScreenLink href={connectPath}>Connect one</ScreenLink> : 'Ask an owner to connect one.'}
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
    ...(isMissing && { actions: waysToConnect() }),
  })
}

const connectPath = paths.adminSettingsTab('connections')

/** Buttons of a toast that says that a service is missing */
export function waysToConnect() {
  if (!may(getCurrentUser(), 'manageSite')) return []
  return [
    {
      label: 'Connect one',
      altText: 'Go to Settings, then Connections',
      run: () => void navigate(connectPath),
    },
  ]
}
