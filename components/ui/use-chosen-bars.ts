import { usePathname, useRouter } from "next/navigation";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { stateHref } from "../list/list-state";
import type { ChartBar, ChartProps } from "./chart";

const HOUR_MS = 3_600_000;

/** The time that many hours after a bar begins. */
export function timeIn({ start }: ChartBar, hours: number): Date {
  return new Date(Date.parse(start) + hours * HOUR_MS);
}

const STEPS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
  ["Home", Number.NEGATIVE_INFINITY],
  ["End", Number.POSITIVE_INFINITY],
]);

/** The bar whose numbers are shown, and the range that is dragged or held with Shift; both filter the list. */
export function useChosenBars(bars: readonly ChartBar[], hours: number, rows: ChartProps["rows"]) {
  const router = useRouter();
  const pathname = usePathname();
  const [shown, setShown] = useState<number | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const pressed = useRef<{ at: number; isAgain: boolean }>(null);
  const last = bars.length - 1;
  const at = shown === null ? null : Math.min(shown, last);
  const hide = () => {
    setShown(null);
    setAnchor(null);
  };
  const choose = (one: number, other: number) => {
    const [first, final] = [bars[Math.min(one, other)], bars[Math.max(one, other)]];
    setAnchor(null);
    if (!rows || !first || !final) return;
    const time = { from: timeIn(first, 0).toISOString(), to: timeIn(final, hours).toISOString() };
    const address = stateHref(rows.path, { ...rows.state, ...time, cursor: undefined });
    // A list on the same page keeps its place.
    router.push(address, { scroll: pathname !== rows.path });
  };
  const placeOf = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = Math.floor(((clientX - left) / width) * bars.length);
    return Math.max(0, Math.min(last, place));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS.get(event.key);
    const from = at ?? last;
    if (event.key === "Escape") hide();
    else if (event.key === "Enter") choose(anchor ?? from, from);
    else if (step === undefined) return;
    else {
      setAnchor(rows && event.shiftKey ? (anchor ?? from) : null);
      setShown(Math.max(0, Math.min(last, from + step)));
    }
    event.preventDefault();
  };
  return {
    at,
    hide,
    isIn: (place: number) =>
      at !== null && place >= Math.min(anchor ?? at, at) && place <= Math.max(anchor ?? at, at),
    listeners: {
      onKeyDown,
      onFocus: () => setShown((place) => place ?? last),
      onBlur: hide,
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        const place = placeOf(event);
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = { at: place, isAgain: place === at };
        setShown(place);
      },
      onPointerMove: (event: PointerEvent) => {
        if (pressed.current && rows) setAnchor(pressed.current.at);
        setShown(placeOf(event));
      },
      onPointerUp: (event: PointerEvent) => {
        const place = placeOf(event);
        // The first tap on a bar only shows its numbers; a mouse has shown them before the click.
        if (pressed.current && (pressed.current.isAgain || pressed.current.at !== place)) {
          choose(pressed.current.at, place);
        }
        pressed.current = null;
        setAnchor(null);
      },
      onPointerCancel: () => {
        pressed.current = null;
        setAnchor(null);
      },
    },
  };
}
