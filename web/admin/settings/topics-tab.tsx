import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { paths } from '../../../contracts/paths.ts'
import { defaultTopics, topicsRequest, topicsResponse } from '../../../contracts/topics.ts'
import { callApi } from '../../api.ts'
import { TextField } from '../../ui/field.tsx'
import { LoadProblem } from '../load-problem.tsx'
import { SettingsForm, useSettingsSave } from './settings-form.tsx'

const key = [paths.api.authorTopics]

export function TopicsTab() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => z.parse(topicsResponse, await callApi('GET', paths.api.authorTopics)),
  })
  if (error) return <LoadProblem what="The topics couldn’t be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading topics...</p>
  return <TopicsForm topics={data.topics.length > 0 ? data.topics : [...defaultTopics]} />
}

function TopicsForm({ topics }: { topics: string[] }) {
  const queries = useQueryClient()
  const form = useForm({ defaultValues: { topics: topics.join('\n') } })
  const saving = useSettingsSave(form.formState.isDirty, async () => {
    const lines = form
      .getValues('topics')
      .split('\n')
      .map((line) => line.trim())
    const call = z.safeParse(topicsRequest, { topics: [...new Set(lines.filter((line) => line !== ''))] })
    if (!call.success) return 'Use up to 50 topics, 200 characters each.'
    await callApi('PUT', paths.api.topics, call.data)
    await queries.invalidateQueries({ queryKey: key })
    const kept = call.data.topics.length > 0 ? call.data.topics : defaultTopics
    form.reset({ topics: kept.join('\n') })
    return undefined
  })
  return (
    <SettingsForm
      saving={saving}
      words="What your posts are about. AI picks from these, and they’re suggested to guest authors."
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
