"use client";

import { bounds, type GrantType, grantTypes } from "@/lib/clients/field-schemas";
import { Checkbox } from "../ui/checkbox";
import { FieldError } from "../ui/field";
import { grantsOf } from "./client-draft";
import type { FieldsProps } from "./client-form";
import { LifetimeField } from "./lifetime-field";

const DAY = 86_400;

const GRANTS: Record<GrantType, { label: string; description: string }> = {
  authorization_code: {
    label: "Authorization code",
    description: "Sellers allow it what it asks for, and it exchanges codes for tokens.",
  },
  refresh_token: {
    label: "Refresh token",
    description: "It renews offline tokens without the seller.",
  },
  client_credentials: {
    label: "Client credentials",
    description: "It gets tokens for itself, to call the API of this organization.",
  },
};

/** How long tokens live, how they are renewed, and how the client comes by them. */
export function TokenFields(props: FieldsProps) {
  return (
    <div className="grid gap-6">
      <LifetimeFields {...props} />
      <TokenRules {...props} />
      <GrantFields {...props} />
    </div>
  );
}

function LifetimeFields({ draft, errors, onChange }: FieldsProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <LifetimeField
        label="Offline access token"
        hint="Short is safer; it is refreshed without the seller."
        value={draft.accessTokenLifetime}
        {...bounds.accessTokenLifetime}
        presets={[900, 3600, DAY]}
        error={errors.accessTokenLifetime}
        onChange={(accessTokenLifetime) => onChange({ accessTokenLifetime })}
      />
      <LifetimeField
        label="Refresh token"
        hint="Starts again with each refresh."
        value={draft.refreshTokenLifetime}
        {...bounds.refreshTokenLifetime}
        presets={[30 * DAY, 90 * DAY, 365 * DAY]}
        error={errors.refreshTokenLifetime}
        onChange={(refreshTokenLifetime) => onChange({ refreshTokenLifetime })}
      />
    </div>
  );
}

function TokenRules({ draft, onChange }: FieldsProps) {
  return (
    <div className="grid gap-1">
      <Checkbox
        label="Give a new refresh token at each refresh"
        description="The old one stops once the new one is used. The extension must store each new one."
        checked={draft.rotatesRefreshTokens}
        onChange={(event) => onChange({ rotatesRefreshTokens: event.target.checked })}
      />
      <Checkbox
        label="Require PKCE"
        description="Authorize refuses requests without code_challenge. The FDK packages send none."
        checked={draft.requiresPkce}
        onChange={(event) => onChange({ requiresPkce: event.target.checked })}
      />
    </div>
  );
}

function GrantFields({ draft, errors, onChange }: FieldsProps) {
  const chosen = grantsOf(draft);
  const toggle = (grant: GrantType, wanted: boolean) =>
    onChange({
      grants: grantTypes.filter((other) => (other === grant ? wanted : chosen.includes(other))),
    });
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">Ways to a token</legend>
      {grantTypes.map((grant) => (
        <Checkbox
          key={grant}
          {...GRANTS[grant]}
          checked={chosen.includes(grant)}
          onChange={(event) => toggle(grant, event.target.checked)}
        />
      ))}
      <FieldError message={errors.grants} />
    </fieldset>
  );
}
