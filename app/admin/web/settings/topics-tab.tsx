import type { ResponseBody } from '../../../../core/contract/endpoint.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { SettingsForm, useSettingsForm } from '../../../../core/web/admin/settings/settings-form.tsx'
import { readForm } from '../../../../core/web/editing/record/read-form.ts'
import { TextField } from '../../../../core/web/ui/field.tsx'
import { defaultTopics, topicsRead, topicsUpdate } from '../../../../features/site/contract/topics.ts'

const topicsQuery = apiQuery(topicsRead)

export function TopicsTab() {
  const { data, notLoaded } = useLoaded(topicsQuery, 'topics')
  if (notLoaded || !data) return notLoaded
  return <TopicsForm saved={data} />
}

function TopicsForm({ saved }: { saved: ResponseBody<typeof topicsRead> }) {
  const record = useSettingsForm({
    isKept: true,
    endpoint: topicsUpdate,
    saved,
    valuesOf: ({ topics }) => ({ topics: (topics.length > 0 ? topics : defaultTopics).join('\n') }),
    id: 'topics',
    labels: { topics: 'Topics, one per line' },
    read(values) {
      const lines = values.topics.split('\n').map((line) => line.trim())
      const read = readForm(topicsUpdate.body, {
        topics: [...new Set(lines.filter((line) => line !== ''))],
      })
      return read.mistakes ? { message: Object.values(read.mistakes)[0] ?? '', mistakes: {} } : read
    },
    queryKey: topicsQuery.queryKey,
  })
  return (
    <SettingsForm
      record={record}
      note="What your posts are about. AI picks from these, and they’re suggested to guest authors."
    >
      <TextField
        hint="To restore the original five, clear the list and save."
        rows={8}
        {...record.field('topics')}
      />
    </SettingsForm>
  )
}
