export const abi = [
  {
    type: 'event',
    name: 'Stored',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'value', type: 'uint256', indexed: false },
    ],
  },
] as const
