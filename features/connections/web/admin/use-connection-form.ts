import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../../../core/contract/endpoint.ts'
import { useRecordForm } from '../../../../core/web/admin/record-form.tsx'
import { readForm } from '../../../../core/web/editing/record/read-form.ts'
import { showToast } from '../../../../core/web/ui/toast.ts'
import {
  type ConnectionKind,
  type ConnectionsResponse,
  type ConnectionValues,
  needsSecret,
  type ReadConnection,
  targetOf,
} from '../../contract/connections.ts'
import { useStoreConnections } from './connection-queries.ts'

/** The fields of a form as text. `plan` is what happens to the stored secret if none is typed: blank keeps it. */
type Typed = Record<string, string>

export type ConnectionRequest<Kind extends ConnectionKind> = {
  values: ConnectionValues[Kind]
  secret?: string | null | undefined
}

type Options<Kind extends ConnectionKind> = {
  kind: Kind
  connection: ReadConnection<Kind>
  /** The text of each field at first */
  defaultsOf: (values: ReadConnection<Kind>['values']) => Typed
  /** Names and labels of the fields, in display order. `secret` is the password or key. */
  labels: Record<string, string>
  /** The values of the contract. Values that make no sense are left to the schema. */
  toValues: (typed: Typed) => unknown
  endpoint: Endpoint & { body: z.ZodMiniType<ConnectionRequest<Kind>> }
  save: (request: ConnectionRequest<Kind>) => Promise<ConnectionsResponse>
  /** Title of the toast after saving */
  success: string
  onClose: () => void
}

export type ConnectionFormState<Kind extends ConnectionKind> = ReturnType<typeof useConnectionForm<Kind>>

/** The state of a connection's form, with its password or key, which is never loaded */
export function useConnectionForm<Kind extends ConnectionKind>({
  kind,
  connection,
  defaultsOf,
  labels,
  toValues,
  endpoint,
  save,
  success,
  onClose,
}: Options<Kind>) {
  const store = useStoreConnections()
  const record = useRecordForm<Typed, ReadConnection<Kind>, ConnectionRequest<Kind>>({
    saved: connection,
    id: kind,
    labels,
    keyOf: () => undefined,
    endpoint,
    valuesOf: ({ values }) => ({ ...defaultsOf(values), secret: '', plan: '' }),
    read(typed) {
      const secret = secretIn(typed)
      const values = valuesIn(typed)
      const { request, mistakes } = readForm(endpoint.body, { values, secret })
      const lacksSecret = secret === undefined ? !isKept : secret === null
      const found: Record<string, string> = {}
      // Only texts are read of values that may be wrong.
      if (lacksSecret && needsSecret[kind](values as ConnectionValues[Kind]))
        found.secret = `Type the ${labels.secret?.toLowerCase()}.`
      for (const [path, message] of Object.entries(mistakes ?? {}))
        found[path.replace('values.', '')] = message
      return request && !found.secret ? { request } : { mistakes: found }
    },
    async send(request) {
      const response = await save(request)
      await store(response)
      return response[kind]
    },
    onSaved() {
      showToast({ title: success })
      onClose()
    },
  })
  const typed = useWatch({ control: record.form.control }) as Typed
  const isReadable = connection.state === 'connected'
  // Only the members of the target are read, and they are texts and numbers in the typed values, too.
  const target = (values: unknown) => targetOf[kind](values as ConnectionValues[Kind])
  const isSameTarget = connection.values !== null && target(connection.values) === target(valuesIn(typed))
  const isKept = connection.hasSecret && isSameTarget && isReadable

  function valuesIn({ secret, plan, ...fields }: Typed) {
    return toValues(fields)
  }

  function set(values: Typed) {
    for (const [name, value] of Object.entries(values)) record.form.setValue(name, value)
  }

  return {
    ...record,
    typed,
    set,
    /** The typed secret as the server expects it, for requests that need no complete form */
    givenSecret: () => secretIn(typed),
    secretField: {
      id: record.idOf('secret'),
      label: labels.secret ?? '',
      error: record.form.getFieldState('secret', record.form.formState).error?.message,
      text: typed.secret ?? '',
      isRemoved: typed.plan === 'remove',
      onChange: (secret: string, plan = '') => set({ secret, plan }),
      isStored: connection.hasSecret,
      isSameTarget,
      isReadable,
    },
  }
}

/** The member `secret` of a request. Undefined keeps the stored one, if there is one for the server in the form. */
const secretIn = ({ secret, plan }: Typed) => (plan === 'remove' ? null : secret || undefined)
