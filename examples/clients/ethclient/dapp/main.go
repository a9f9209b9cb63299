// A dapp with go-ethereum's ethclient and bind, `ethclient.Dial(url)` as with any node: prints a JSON line for each step.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
)

type object = map[string]any

var ctx = context.Background()
var out = json.NewEncoder(os.Stdout)

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func main() {
	url, hexKey, abiJSON, bytecode := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	client := must(ethclient.Dial(url))
	key := must(crypto.HexToECDSA(hexKey[2:]))
	parsed := must(abi.JSON(strings.NewReader(abiJSON)))
	auth := must(bind.NewKeyedTransactorWithChainID(key, must(client.ChainID(ctx))))

	address, deployment, contract, err := bind.DeployContract(auth, parsed, common.FromHex(bytecode), client)
	must(0, err)
	sent(client, deployment)
	out.Encode(object{"deployed": wait(client, deployment)})

	for _, value := range []int64{42, 43} {
		transaction := must(contract.Transact(auth, "set", big.NewInt(value)))
		sent(client, transaction)
		receipt := wait(client, transaction)
		var stored []any
		must(0, contract.Call(nil, &stored, "get"))
		mined, isPending, err := client.TransactionByHash(ctx, transaction.Hash())
		must(0, err)
		out.Encode(object{"receipt": receipt, "stored": stored, "transaction": mined, "isPending": isPending})
	}

	_, refused := client.CallContract(ctx, ethereum.CallMsg{To: &address, Data: common.FromHex("0x12345678")}, nil)
	watched := []*types.Header{}
	for number := int64(0); number <= 3; {
		if must(client.BlockNumber(ctx)) < uint64(number) {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		watched = append(watched, must(client.HeaderByNumber(ctx, big.NewInt(number))))
		number++
	}
	blocks := []object{}
	for _, header := range watched {
		block := must(client.BlockByHash(ctx, header.Hash()))
		blocks = append(blocks, object{"header": block.Header(), "transactions": block.Transactions()})
	}
	query := ethereum.FilterQuery{FromBlock: big.NewInt(0), Addresses: []common.Address{address}}
	out.Encode(object{
		"refused": refused.Error(),
		"watched": watched,
		"blocks":  blocks,
		"logs":    must(client.FilterLogs(ctx, query)),
		"nonce":   must(client.NonceAt(ctx, auth.From, nil)),
		"balance": must(client.BalanceAt(ctx, auth.From, nil)),
		"code":    common.Bytes2Hex(must(client.CodeAt(ctx, address, nil))),
	})
}

func sent(client *ethclient.Client, transaction *types.Transaction) {
	_, isPending, err := client.TransactionByHash(ctx, transaction.Hash())
	must(0, err)
	out.Encode(object{"sent": transaction.Hash(), "isPending": isPending})
}

// wait is bind.WaitMined with another interval. The receipt's block must not be above the latest one.
func wait(client *ethclient.Client, transaction *types.Transaction) *types.Receipt {
	for {
		receipt, err := client.TransactionReceipt(ctx, transaction.Hash())
		if err == nil {
			if must(client.BlockNumber(ctx)) < receipt.BlockNumber.Uint64() {
				panic("the receipt is of a block above the latest one")
			}
			return receipt
		}
		if err != ethereum.NotFound {
			must(0, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
