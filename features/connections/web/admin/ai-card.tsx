import { type AiProvider, aiProviders } from '../../../../core/contract/connected-services.ts'
import { call } from '../../../../core/web/api.ts'
import { InputField, Options, SelectField } from '../../../../core/web/ui/field.tsx'
import {
  aiConnectionTest,
  aiConnectionUpdate,
  aiModelList,
  type ConnectionsResponse,
} from '../../contract/connections.ts'
import { ConnectionCard, type FormProps } from './connection-card.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { testTimeoutSeconds } from './connection-test.tsx'
import { ModelField } from './model-field.tsx'
import { SecretField } from './secret-field.tsx'
import { type ConnectionFormState, type ConnectionRequest, useConnectionForm } from './use-connection-form.ts'

const providerLabels: Record<AiProvider, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  'openai-compatible': 'Another service that works like OpenAI',
}

const amount = new Intl.NumberFormat('en', { maximumFractionDigits: 6 })

export function AiCard({ ai }: Pick<ConnectionsResponse, 'ai'>) {
  const { values } = ai
  return (
    <ConnectionCard
      kind="ai"
      title="AI"
      about="Writes drafts, titles, and excerpts. Without it, a built-in helper does what it can with plain rules."
      connection={ai}
      secretWord="key"
      disconnectEffect="The built-in helper takes over, and whole posts can’t be written by AI anymore. The stored key is deleted."
      facts={values ? listFacts(values, ai.hasSecret) : []}
      test={() => test()}
      renderForm={(props) => <AiForm {...props} />}
    />
  )
}

function listFacts(values: NonNullable<ConnectionsResponse['ai']['values']>, hasKey: boolean) {
  const { provider, address, model, priceIn, priceOut, monthlyBudget } = values
  const hasPrices = priceIn !== null || priceOut !== null
  return [
    ['Provider', address === '' ? providerLabels[provider] : address],
    ['Model', model],
    ['Key', hasKey ? 'Stored' : 'None'],
    ...(hasPrices
      ? [
          [
            'Prices',
            `${amount.format(priceIn ?? 0)} in, ${amount.format(priceOut ?? 0)} out, per million tokens`,
          ],
        ]
      : []),
    [
      'Monthly budget',
      monthlyBudget === null ? 'No limit' : `${amount.format(monthlyBudget)}${hasPrices ? '' : ' tokens'}`,
    ],
  ] as [string, string][]
}

const test = (connection?: ConnectionRequest<'ai'>) =>
  call(aiConnectionTest, { body: { connection }, timeoutSeconds: testTimeoutSeconds })

const labels = {
  provider: 'Provider',
  address: 'Address',
  secret: 'Key',
  model: 'Model',
  priceIn: 'Price for input',
  priceOut: 'Price for output',
  monthlyBudget: 'Monthly budget',
}

function AiForm({ connection, onClose }: FormProps<'ai'>) {
  const form = useConnectionForm({
    kind: 'ai',
    connection,
    defaultsOf: (values) => ({
      provider: values?.provider ?? 'openai',
      address: values?.address ?? '',
      model: values?.model ?? '',
      priceIn: writeAmount(values?.priceIn),
      priceOut: writeAmount(values?.priceOut),
      monthlyBudget: writeAmount(values?.monthlyBudget),
    }),
    labels,
    toValues: (typed) => ({
      ...toTarget(typed),
      model: typed.model,
      priceIn: readAmount(typed.priceIn),
      priceOut: readAmount(typed.priceOut),
      monthlyBudget: readAmount(typed.monthlyBudget),
    }),
    endpoint: aiConnectionUpdate,
    save: (body) => call(aiConnectionUpdate, { body }),
    success: 'AI connected',
    onClose,
  })
  const { field, typed } = form
  const needsAddress = typed.provider === 'openai-compatible'

  function listModels() {
    const secret = form.givenSecret()
    const body = { target: toTarget(typed), ...(secret !== undefined && { secret }) }
    return call(aiModelList, { body, timeoutSeconds: testTimeoutSeconds })
  }

  return (
    <ConnectionForm form={form} test={test} onClose={onClose}>
      <SelectField {...field('provider')}>
        <Options of={aiProviders.map((provider) => [provider, providerLabels[provider]])} />
      </SelectField>
      {needsAddress && (
        <InputField
          {...field('address')}
          type="url"
          placeholder="http://localhost:11434/v1"
          hint="For example, Ollama on your own machine: http://localhost:11434/v1"
        />
      )}
      <SecretField
        {...form.secretField}
        hint={
          needsAddress
            ? 'Blank for a service that needs none.'
            : 'You make it in your account with the provider, often under “API keys”.'
        }
      />
      <ModelField
        {...field('model')}
        value={typed.model ?? ''}
        onModel={(model) => form.set({ model })}
        list={listModels}
        hint={
          needsAddress
            ? 'Such as llama3.1. The list may need the key first.'
            : 'The list needs the key first.'
        }
      />
      <Prices field={field} hasPrices={Boolean(typed.priceIn?.trim() || typed.priceOut?.trim())} />
    </ConnectionForm>
  )
}

function Prices({ field, hasPrices }: { field: ConnectionFormState<'ai'>['field']; hasPrices: boolean }) {
  return (
    <fieldset className="field-group">
      <legend>Prices and budget (optional)</legend>
      <p className="field-hint">With prices, usage is counted in money, and otherwise in tokens.</p>
      <div className="form-row">
        <InputField {...field('priceIn')} inputMode="decimal" hint="Per million tokens." />
        <InputField {...field('priceOut')} inputMode="decimal" hint="Per million tokens." />
      </div>
      <InputField
        {...field('monthlyBudget')}
        inputMode="decimal"
        hint={
          hasPrices
            ? 'In the currency of the prices. AI stops for the month when it’s used up. Blank for no limit.'
            : 'In tokens. AI stops for the month when it’s used up. Blank for no limit.'
        }
      />
    </fieldset>
  )
}

/** The address belongs to other services only, and may still be typed in the hidden field. */
const toTarget = ({ provider, address = '' }: Record<string, string>) => ({
  provider: provider as AiProvider,
  address: provider === 'openai-compatible' ? address.trim().replace(/\/+$/, '') : '',
})

const writeAmount = (value: number | null | undefined) => (typeof value === 'number' ? String(value) : '')

/** Null for a blank field, and NaN, which the schema refuses, for anything but a number */
function readAmount(text = ''): number | null {
  const typed = text.trim().replaceAll(',', '')
  if (typed === '') return null
  return /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN
}
