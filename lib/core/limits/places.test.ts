import { expect, it } from "vitest";
import { countPlaces, takePlace } from "@/lib/core/limits/places";

const PLACES = {
  most: 3,
  mostOfOwner: 2,
  retrySeconds: 7,
  messages: { all: "All places are taken.", own: "Yours are taken." },
};

it("a place given back twice frees no other place", () => {
  const before = countPlaces("given back");
  const [first] = ["one", "one"].map((owner) => takePlace("given back", owner, PLACES));
  first?.();
  first?.();
  expect(countPlaces("given back")).toBe(before + 1);
});
