package markdown_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench/markdown"
)

func ExampleTable() {
	t := &markdown.Table{}
	t.Row("family", "states", "time, s")
	t.Row("ring", markdown.Grouped("4194304"), markdown.Seconds(0.31))
	t.Row("gossip", markdown.Grouped("7958642663202327174840320"), markdown.Seconds(7.1251))
	t.Write(os.Stdout)
	// Output:
	// | family | states     | time, s |
	// |---|---|---|
	// | ring   | 4 194 304  | 0.31    |
	// | gossip | 7.95·10^24 | 7.13    |
}

func TestNumbers(t *testing.T) {
	for s, want := range map[float64]string{
		0: "0.000", 0.0994: "0.099", 0.0996: "0.10", 9.94: "9.94", 9.96: "10.0", 120: "120.0",
		0.0012: "0.001", 0.5: "0.50", 12.34: "12.3",
	} {
		require.Equal(t, want, markdown.Seconds(s))
	}
	for digits, want := range map[string]string{
		"": "", "12": "12", "1234": "1 234", "123456": "123 456", "unknown": "unknown", "999999999999999": "999 999 999 999 999", "1999999999999999": "1.99·10^15",
		"1": "1", "999": "999", "1000": "1 000", "34376157": "34 376 157", "281043513332978782646351": "2.81·10^23",
	} {
		require.Equal(t, want, markdown.Grouped(digits))
	}
}
