import { useId } from 'react'
import { type Role, roleAbilities, roleLabels, roles } from '../../../../../core/contract/roles.ts'

export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const id = useId()
  return (
    <fieldset className="role-choice">
      <legend>Role</legend>
      {roles.map((role) => (
        <div key={role}>
          <label className="check">
            <input
              type="radio"
              name={id}
              checked={role === value}
              aria-describedby={`${id}-${role}`}
              onChange={() => onChange(role)}
            />
            {roleLabels[role]}
          </label>
          <p className="field-hint" id={`${id}-${role}`}>
            Can {roleAbilities[role]}.
          </p>
        </div>
      ))}
    </fieldset>
  )
}
