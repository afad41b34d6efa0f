import { useQueryClient } from '@tanstack/react-query'
import { paths } from '../../../../core/contract/paths.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { InlineLink } from '../../../../core/web/admin/screen-link.tsx'
import { ForServer } from '../../../../core/web/admin/settings/for-server.tsx'
import { SettingsForm, useSettingsForm } from '../../../../core/web/admin/settings/settings-form.tsx'
import { readForm } from '../../../../core/web/editing/record/read-form.ts'
import { InputField, TextField } from '../../../../core/web/ui/field.tsx'
import { lazyPart } from '../../../../core/web/ui/lazy-part.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import {
  type AiSettingsResponse,
  aiSettings,
  aiSettingsLimits,
  aiSettingsRead,
  aiSettingsUpdate,
} from '../../../../features/assistant/contract/ai-settings.ts'
import { aiServicesQuery } from '../../../../features/assistant/web/admin/ai-services.tsx'

const loadUse = () => import('./ai-use.tsx')
const AiUse = lazyPart(loadUse, 'AiUse', <p>Drawing...</p>)

const aiSettingsQuery = apiQuery(aiSettingsRead)

const tokenHint = 'A token is about four letters.'
const earlierHint = 'This is from a service that was connected earlier.'

export function AiTab() {
  // Reloaded each time the tab opens, because the usage numbers grow with every AI request.
  const { data, notLoaded } = useLoaded({ ...aiSettingsQuery, staleTime: 0 }, 'settings')
  if (notLoaded || !data) return notLoaded
  return (
    <>
      <Service {...data} />
      <AiForm saved={data} />
      <Section id="ai-use" title="Usage by month" className="insights">
        <AiUse
          months={data.months}
          explain={[data.budget.unit === 'money' && tokenHint, !data.service && earlierHint]}
        />
      </Section>
    </>
  )
}

/** The connected AI services, and how much of this month's budget is used */
function Service({ service, speech, budget: { unit, used, limit } }: AiSettingsResponse) {
  const amount = (number: number) =>
    unit === 'tokens'
      ? `${new Intl.NumberFormat('en').format(number)} tokens`
      : new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(number)
  const about = [unit === 'tokens' && tokenHint, !service && used > 0 && earlierHint]
    .filter(Boolean)
    .join(' ')
  return (
    <Section id="ai-service" title="Service and budget" className="ai-service">
      {service ? (
        <p>
          Text is written by <b>{service.model}</b> ({service.provider}).
        </p>
      ) : (
        <p>
          No AI service is connected yet. In the meantime a built-in helper suggests titles, makes excerpts,
          and organizes text. Writing a whole post needs an AI service.
        </p>
      )}
      {speech ? (
        <p>
          Recordings are transcribed by <b>{speech.model}</b>.
        </p>
      ) : (
        <p>No speech-to-text service is connected yet, so recordings can’t be transcribed.</p>
      )}
      <p>
        <InlineLink href={paths.adminSettingsTab('connections')}>
          {service && speech ? 'Change the connections or the budget' : 'Connect a service'}
        </InlineLink>
      </p>
      {limit === undefined ? (
        <p>
          Used this month: <b>{amount(used)}</b>. There’s no monthly budget. {about}
        </p>
      ) : (
        <>
          <p>
            Used this month: <b>{amount(used)}</b> of {amount(limit)}
            {unit === 'money' && ', in the currency of your prices'}. {about}
          </p>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="1" className="budget-ground" />
            <rect width={Math.min(100, (100 * used) / (limit || 1))} height="1" className="budget-used" />
          </svg>
          {used >= limit && (
            <p className="notice admin-notice">
              This month’s budget is used up. AI is available again next month, or once the budget is raised.
            </p>
          )}
        </>
      )}
      <ForServer>
        <p>
          Services can also be connected on the server: <code>AI_PROVIDER</code>, <code>AI_MODEL</code>, and{' '}
          <code>AI_API_KEY</code> connect an AI service, <code>STT_API_KEY</code> connects speech-to-text, and{' '}
          <code>AI_MONTHLY_BUDGET</code> sets a budget. <code>features/assistant/office.md</code> explains
          them all.
        </p>
      </ForServer>
    </Section>
  )
}

function AiForm({ saved }: { saved: AiSettingsResponse }) {
  const queries = useQueryClient()
  const record = useSettingsForm({
    isKept: true,
    endpoint: aiSettingsUpdate,
    saved,
    valuesOf: ({ settings: { houseStyle, largestAddedShare } }) => ({
      houseStyle,
      largestAddedShare: String(largestAddedShare),
    }),
    id: 'ai',
    labels: { houseStyle: 'House style', largestAddedShare: 'Maximum AI-added text (%)' },
    read: ({ houseStyle, largestAddedShare }) =>
      readForm(aiSettings, {
        houseStyle,
        largestAddedShare: largestAddedShare.trim() === '' ? Number.NaN : Number(largestAddedShare),
      }),
    queryKey: aiSettingsQuery.queryKey,
    onSaved: () => queries.invalidateQueries(aiServicesQuery),
  })
  return (
    <Section id="ai-writing" title="How AI writes for you" className="ai-writing">
      <SettingsForm record={record} note="We send this with every AI request.">
        <TextField
          hint="How you write, words you like, words you never use. Up to 4,000 characters. Before it’s sent, names and numbers from your lists are replaced here too."
          rows={8}
          maxLength={aiSettingsLimits.houseStyle}
          {...record.field('houseStyle')}
        />
        <InputField
          hint="For text made from a recording. If AI adds more than this, its sentences are left out by default, and you can include any of them. Documents have no limit."
          inputMode="numeric"
          size={4}
          {...record.field('largestAddedShare')}
        />
      </SettingsForm>
    </Section>
  )
}
