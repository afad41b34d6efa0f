import { useState } from 'react'
import { isoDay } from '../../../../core/contract/format-date.ts'
import { navigate } from '../../../../core/web/admin/history.ts'
import { ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { QuietButton } from '../../../../core/web/ui/button.tsx'
import { InputField } from '../../../../core/web/ui/field.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { type Insights, insightsQuery, lastWeeks, readRange } from '../../contract/insights.ts'
import { insightsPaths } from '../../contract/insights-paths.ts'

const choices = [
  { label: 'Last 4 weeks', weeks: 4 },
  { label: 'Last 12 weeks', weeks: 12 },
  // 52 whole weeks and the current one
  { label: 'Last 12 months', weeks: 53 },
]

type RangeFormProps = { query: URLSearchParams; shown: Insights | undefined }

/** Chooses the range of days: links for common ranges, two date fields for any other. */
export function RangeForm({ query, shown }: RangeFormProps) {
  const [mistake, setMistake] = useState<string>()
  // Today in the site's time zone. Until the first response says which zone that is, the browser's zone is used.
  const today = isoDay(new Date(), { timeZone: shown?.timeZone })
  const from = shown?.from ?? query.get('from') ?? ''
  const to = shown?.to ?? query.get('to') ?? ''

  function show(typed: FormData) {
    const days = insightsQuery.safeParse({ from: typed.get('from'), to: typed.get('to') })
    const range = days.success ? readRange(days.data, today) : { mistake: 'Choose a start and end date.' }
    if ('mistake' in range) return setMistake(range.mistake)
    setMistake(undefined)
    void navigate(insightsPaths.adminInsightsRange(range.from, range.to))
  }

  return (
    <div className="range">
      <ul className="range-choices" aria-label="Common date ranges">
        {choices.map(({ label, weeks }) => {
          const range = lastWeeks(today, weeks)
          const isShown = range.from === from && range.to === to
          return (
            <li key={label}>
              <ScreenLink
                className="chip"
                href={insightsPaths.adminInsightsRange(range.from, range.to)}
                aria-current={isShown ? 'true' : undefined}
              >
                {label}
              </ScreenLink>
            </li>
          )
        })}
      </ul>
      {/* A new key resets the fields to the days that the server's response covers. */}
      <Form key={`${from} ${to}`} className="range-form" onSubmit={show}>
        <InputField label="From" type="date" name="from" defaultValue={from} error={mistake} />
        <InputField label="To" type="date" name="to" defaultValue={to} />
        <QuietButton type="submit">Show</QuietButton>
      </Form>
    </div>
  )
}
