import { useTranslations } from "next-intl";
import { bounds } from "@/lib/clients/values";
import { Field } from "../ui/field";
import { Select } from "../ui/select";

/** Offered overlaps, in seconds. */
const OVERLAPS = [
  [0, "none"],
  [3_600, "hour"],
  [86_400, "day"],
  [604_800, "week"],
  [2_592_000, "month"],
] as const;

/** A choice of how long old secrets keep working. */
export function OverlapField(props: { hint: string; initial?: number; max?: number }) {
  const { hint, initial = bounds.overlap.default, max = bounds.overlap.max } = props;
  const t = useTranslations("shell.secret.overlap");
  return (
    <Field label={t("label")} hint={hint}>
      {(control) => (
        <Select
          {...control}
          name="overlap"
          options={OVERLAPS.filter(([seconds]) => seconds <= max).map(([seconds, name]) => ({
            value: String(seconds),
            label: t(name),
          }))}
          defaultValue={String(initial)}
        />
      )}
    </Field>
  );
}

/** The chosen overlap, as the API takes it. */
export function overlapOf(fields: FormData) {
  return { overlap_seconds: Number(fields.get("overlap") ?? bounds.overlap.default) };
}
