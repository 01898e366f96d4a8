"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

const SECOND_MS = 1000;

/** Says that the check is running, and for how long. */
export function RunningCheck() {
  const t = useTranslations("developer.conformance");
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="flex items-center gap-3 rounded border-info border-s-4 bg-info-soft px-4 py-3">
      <LoaderCircle
        className="size-5 shrink-0 text-info motion-safe:animate-spin"
        aria-hidden="true"
      />
      <div className="grid min-w-0 gap-0.5">
        <p role="status" className="font-semibold">
          {t("running")}
        </p>
        <p>
          {t("runningLong")}{" "}
          {/* Counted for the eye: read aloud, it would interrupt every second. */}
          <span aria-hidden="true" className="tabular-nums">
            {t("soFar", { seconds })}
          </span>
        </p>
      </div>
    </div>
  );
}
