import { expect, it } from "vitest";
import { countPlaces, takePlace } from "@/lib/core/places";

const PLACES = {
  most: 3,
  mostOfOwner: 2,
  retrySeconds: 7,
  messages: { all: "All places are taken.", own: "Yours are taken." },
};
const take = (owner: string) => takePlace("test", owner, PLACES);

it("an owner gets some of the places, and all owners together get all", () => {
  take("one");
  take("one");
  expect(() => take("one")).toThrow("Yours are taken.");
  take("two");
  expect(() => take("three")).toThrow(
    expect.objectContaining({
      code: "temporarily_unavailable",
      message: "All places are taken.",
      headers: { "retry-after": expect.stringMatching(/^([5-9]|10)$/) },
    }),
  );
});

it("a place given back twice frees no other place", () => {
  const before = countPlaces("given back");
  const [first] = ["one", "one"].map((owner) => takePlace("given back", owner, PLACES));
  first?.();
  first?.();
  expect(countPlaces("given back")).toBe(before + 1);
});
