import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { defaultTopics, topicsRead, topicsRequest, topicsUpdate } from '../../../contracts/topics.ts'
import { TextField } from '../../ui/field.tsx'
import { apiQuery } from '../api.ts'
import { LoadProblem } from '../load-problem.tsx'
import { SettingsForm, useSettingsSave } from './settings-form.tsx'

const topicsQuery = apiQuery(topicsRead)

export function TopicsTab() {
  const { data, error, refetch } = useQuery(topicsQuery)
  if (error) return <LoadProblem what="The topics couldn’t be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading topics...</p>
  return <TopicsForm topics={data.topics} />
}

function TopicsForm({ topics }: { topics: string[] }) {
  const form = useForm({ defaultValues: toFields(topics) })
  const saving = useSettingsSave(topicsUpdate, {
    isDirty: form.formState.isDirty,
    read() {
      const lines = form
        .getValues('topics')
        .split('\n')
        .map((line) => line.trim())
      const checked = z.safeParse(topicsRequest, {
        topics: [...new Set(lines.filter((line) => line !== ''))],
      })
      return checked.success
        ? { body: checked.data }
        : { message: 'Use up to 50 topics, 200 characters each.' }
    },
    queryKey: topicsQuery.queryKey,
    onSaved: (response) => form.reset(toFields(response.topics)),
  })
  return (
    <SettingsForm
      saving={saving}
      note="What your posts are about. AI picks from these, and they’re suggested to guest authors."
    >
      <TextField
        label="Topics, one per line"
        hint="To restore the original five, clear the list and save."
        rows={8}
        {...form.register('topics')}
      />
    </SettingsForm>
  )
}

const toFields = (topics: readonly string[]) => ({
  topics: (topics.length > 0 ? topics : defaultTopics).join('\n'),
})
