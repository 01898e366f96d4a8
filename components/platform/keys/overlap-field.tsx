import { useTranslations } from "next-intl";
import { Field } from "../../ui/field";
import { Select } from "../../ui/select";

const HOUR = 3_600;
/** The default, in seconds. */
export const DAY = 24 * HOUR;

/** Offered overlaps, in seconds. */
const OVERLAPS = [
  [0, "none"],
  [HOUR, "hour"],
  [DAY, "day"],
  [7 * DAY, "week"],
] as const;

export interface OverlapFieldProps {
  hint: string;
  /** Seconds. */
  value: number;
  onChange: (seconds: number) => void;
}

/** A choice of how long old secrets keep working. */
export function OverlapField({ hint, value, onChange }: OverlapFieldProps) {
  const t = useTranslations("platform.keys.overlap");
  return (
    <Field label={t("label")} hint={hint}>
      {(control) => (
        <Select
          {...control}
          options={OVERLAPS.map(([seconds, name]) => ({ value: String(seconds), label: t(name) }))}
          value={String(value)}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      )}
    </Field>
  );
}
