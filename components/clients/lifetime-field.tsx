"use client";

import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";
import { lifetimeInWords } from "./client-words";
import { useProblemWords } from "./use-problem-words";

export interface LifetimeFieldProps {
  label: string;
  hint: string;
  /** Seconds; null if the field is empty. */
  value: number | null;
  min: number;
  max: number;
  presets: readonly number[];
  error: string | undefined;
  onChange: (seconds: number | null) => void;
}

/** A lifetime in seconds, with its meaning in words and the usual values one click away. */
export function LifetimeField(props: LifetimeFieldProps) {
  const { label, hint, value, min, max, presets, error, onChange } = props;
  const t = useTranslations("clientForm.tokens");
  const words = useTranslations("clientWords");
  const problem = useProblemWords();
  return (
    <div className="grid content-start gap-2">
      <Field label={label} hint={hint} error={problem(error)}>
        {(control) => (
          <span className="flex items-center gap-3">
            <TextInput
              {...control}
              type="number"
              min={min}
              max={max}
              step={1}
              value={value ?? ""}
              onChange={({ target }) =>
                onChange(Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)
              }
              className="max-w-36 tabular-nums"
            />
            <span className="text-muted">
              {value === null
                ? t("seconds")
                : t("secondsInWords", { words: lifetimeInWords(words, value) })}
            </span>
          </span>
        )}
      </Field>
      <div className="flex flex-wrap gap-1.5">
        {presets.map((preset) => (
          <Button
            key={preset}
            size="small"
            aria-pressed={preset === value}
            onClick={() => onChange(preset)}
            className="aria-pressed:border-brass aria-pressed:bg-brass-soft aria-pressed:text-brass"
          >
            {lifetimeInWords(words, preset)}
          </Button>
        ))}
      </div>
    </div>
  );
}
