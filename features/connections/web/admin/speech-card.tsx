import { call } from '../../../../core/web/api.ts'
import { InputField, SelectField } from '../../../../core/web/ui/field.tsx'
import {
  type ConnectionsResponse,
  speechConnectionTest,
  speechConnectionUpdate,
  speechModelList,
} from '../../contract/connections.ts'
import { ConnectionCard, type FormProps } from './connection-card.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { testTimeoutSeconds } from './connection-test.tsx'
import { ModelField } from './model-field.tsx'
import { SecretField } from './secret-field.tsx'
import { type ConnectionRequest, useConnectionForm } from './use-connection-form.ts'

const defaultModel = 'whisper-1'

export function SpeechCard({ speech }: Pick<ConnectionsResponse, 'speech'>) {
  const { values, hasSecret } = speech
  return (
    <ConnectionCard
      kind="speech"
      title="Speech to text"
      about="Turns recordings into text. Without it, recordings can be played and downloaded, but not transcribed."
      connection={speech}
      secretWord="key"
      disconnectEffect="Recordings can’t be transcribed anymore. The stored key is deleted."
      facts={
        values
          ? [
              ['Service', values.address || 'OpenAI'],
              ['Model', values.model || defaultModel],
              ['Key', hasSecret ? 'Stored' : 'None'],
            ]
          : []
      }
      test={() => test()}
      renderForm={(props) => <SpeechForm {...props} />}
    />
  )
}

const test = (connection?: ConnectionRequest<'speech'>) =>
  call(speechConnectionTest, { body: { connection }, timeoutSeconds: testTimeoutSeconds })

const labels = { service: 'Service', address: 'Address', secret: 'Key', model: 'Model' }

function SpeechForm({ connection, onClose }: FormProps<'speech'>) {
  const form = useConnectionForm({
    kind: 'speech',
    connection,
    defaultsOf: (values) => ({
      service: values?.address ? 'other' : 'openai',
      address: values?.address ?? '',
      model: values?.model ?? '',
    }),
    labels,
    toValues: (typed) => ({ address: addressIn(typed), model: typed.model }),
    endpoint: speechConnectionUpdate,
    save: (body) => call(speechConnectionUpdate, { body }),
    success: 'Speech to text connected',
    onClose,
  })
  const { field, typed } = form
  const isOther = typed.service === 'other'

  function listModels() {
    const secret = form.givenSecret()
    const body = { target: { address: addressIn(typed) }, ...(secret !== undefined && { secret }) }
    return call(speechModelList, { body, timeoutSeconds: testTimeoutSeconds })
  }

  return (
    <ConnectionForm form={form} test={test} onClose={onClose}>
      <SelectField {...field('service')}>
        <option value="openai">OpenAI</option>
        <option value="other">Another service that works like OpenAI</option>
      </SelectField>
      {isOther && (
        <InputField
          {...field('address')}
          type="url"
          placeholder="http://localhost:8000/v1"
          hint="A service with /audio/transcriptions, such as a Whisper server on your own machine."
        />
      )}
      <SecretField
        {...form.secretField}
        hint={
          isOther
            ? 'Blank for a service that needs none.'
            : 'You make it in your account with OpenAI, under “API keys”.'
        }
      />
      <ModelField
        {...field('model')}
        value={typed.model ?? ''}
        onModel={(model) => form.set({ model })}
        list={listModels}
        hint={`Blank for ${defaultModel}.`}
        placeholder={defaultModel}
      />
    </ConnectionForm>
  )
}

/** The address belongs to other services only, and may still be typed in the hidden field. */
const addressIn = ({ service, address = '' }: Record<string, string>) =>
  service === 'other' ? address.trim().replace(/\/+$/, '') : ''
