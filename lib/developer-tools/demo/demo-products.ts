/** A product of the demo company; `price` in minor units. */
type DemoProduct = {
  name: string;
  brand: string;
  price: number;
  stock: number;
};

/** The catalogue of Acme Retail. */
export const demoProducts: readonly DemoProduct[] = [
  { name: "Linen shirt, natural", brand: "Halden", price: 5900, stock: 34 },
  { name: "Linen shirt, indigo", brand: "Halden", price: 5900, stock: 12 },
  { name: "Merino cardigan", brand: "Halden", price: 11900, stock: 7 },
  { name: "Canvas tote", brand: "Orly Works", price: 2400, stock: 120 },
  { name: "Waxed backpack 18 l", brand: "Orly Works", price: 14500, stock: 18 },
  { name: "Enamel mug, pair", brand: "Kettle & Co", price: 2200, stock: 64 },
  { name: "Pour-over kettle", brand: "Kettle & Co", price: 6800, stock: 0 },
  { name: "Cedar soap bar", brand: "Fjordlind", price: 900, stock: 240 },
  { name: "Sheepskin slippers", brand: "Fjordlind", price: 7400, stock: 22 },
  { name: "Wool throw 130 x 180", brand: "Fjordlind", price: 12900, stock: 9 },
  { name: "Desk lamp, brass", brand: "Lumen Atelier", price: 18900, stock: 5 },
  { name: "Notebook, dotted A5", brand: "Papeterie Nord", price: 1600, stock: 310 },
  { name: "Fountain pen, fine", brand: "Papeterie Nord", price: 4200, stock: 41 },
  { name: "Bicycle bell", brand: "Spoke Street", price: 1900, stock: 77 },
];
