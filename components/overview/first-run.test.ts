import { expect, it } from "vitest";
import { type FirstRunMilestones, firstRunSteps } from "./first-run";

const NOTHING: FirstRunMilestones = {
  newestClientId: null,
  hasAddresses: false,
  wasAuthorized: false,
  hasToken: false,
  hasCall: false,
};

function done(reached: Partial<FirstRunMilestones>): boolean[] {
  return firstRunSteps({ ...NOTHING, ...reached }, "/clients").map(({ isDone }) => isDone);
}

it("links to creating a client while there are none", () => {
  const steps = firstRunSteps(NOTHING, "/clients");
  expect(steps.map(({ href }) => href)).toEqual(Array(5).fill("/clients/new"));
  expect(done({})).toEqual(Array(5).fill(false));
});

it("links to pages of the newest client", () => {
  const steps = firstRunSteps({ ...NOTHING, newestClientId: "abc" }, "/clients");
  const pages = ["/configuration#urls", "/connect", "/connect#try", "/connect#try"];
  const ofClient = pages.map((page) => `/clients/abc${page}`);
  expect(steps.map(({ href }) => href)).toEqual(["/clients/new", ...ofClient]);
});

it("counts earlier steps as done even when their traces are gone", () => {
  expect(done({ newestClientId: "abc", hasToken: true })).toEqual([true, false, true, true, false]);
});

it("shows nothing after the first call", () => {
  expect(done({ newestClientId: "abc", hasCall: true })).toEqual([]);
});
